/** What Gradescope, GitHub Classroom, Exercism and CTRF read, as JSON schemas, after their documentation and code. */
const text = { type: "string" };
const number = { type: "number" };
const formats = { enum: ["text", "html", "simple_format", "md", "ansi"] };
const visibility = { enum: ["visible", "hidden", "after_due_date", "after_published"] };

const object = (properties: Record<string, object>, required: string[]): object => ({ type: "object", properties, required, additionalProperties: false });

/** A file with a score: without one Gradescope takes it for a failure of the autograder. */
export const gradescope = {
  ...object(
    {
      score: number,
      execution_time: number,
      output: text,
      output_format: formats,
      test_output_format: formats,
      test_name_format: formats,
      visibility,
      stdout_visibility: visibility,
      extra_data: { type: "object" },
      tests: {
        type: "array",
        items: object(
          {
            score: number,
            max_score: number,
            status: { enum: ["passed", "failed"] },
            name: text,
            name_format: formats,
            number: { type: "string", pattern: String.raw`^\d+(\.\d+)*$` },
            output: text,
            output_format: formats,
            tags: { type: "array", items: text },
            visibility,
            extra_data: { type: "object" },
          },
          [],
        ),
      },
      leaderboard: { type: "array" },
    },
    [],
  ),
  anyOf: [{ required: ["score"] }, { properties: { tests: { minItems: 1, items: { required: ["score"] } } }, required: ["tests"] }],
};

const result = { enum: ["pass", "fail", "error"] };

export const classroom = object(
  {
    version: { enum: [1, 3] },
    status: result,
    max_score: { type: "integer", minimum: 1 },
    tests: {
      type: "array",
      minItems: 1,
      items: object(
        { name: text, status: result, score: { type: "integer" }, message: { type: ["string", "null"] }, test_code: text, filename: text, line_no: { const: 0 }, duration: number },
        ["name", "status", "score", "message", "test_code", "filename", "line_no"],
      ),
    },
  },
  ["version", "status", "max_score", "tests"],
);

export const exercism = {
  ...object(
    {
      version: { const: 3 },
      status: result,
      message: { type: ["string", "null"], maxLength: 65_535 },
      tests: {
        type: "array",
        items: {
          ...object({ name: text, status: result, message: { type: ["string", "null"], maxLength: 65_535 }, output: { type: "string", maxLength: 500 }, test_code: text, task_id: { type: "integer" } }, ["name", "status"]),
          if: { properties: { status: { enum: ["fail", "error"] } } },
          then: { properties: { message: { type: "string", minLength: 1 } }, required: ["message"] },
        },
      },
    },
    ["version", "status"],
  ),
  if: { properties: { status: { const: "error" } } },
  then: { properties: { message: { type: "string" } }, required: ["message"] },
  else: { required: ["tests"] },
};

const count = { type: "integer", minimum: 0 };

/** The keys that we write; the draft knows more, and forbids all others. */
export const ctrf = object(
  {
    reportFormat: { const: "CTRF" },
    specVersion: { type: "string", pattern: String.raw`^\d+\.\d+\.\d+$` },
    results: object(
      {
        tool: object({ name: text, version: text, extra: { type: "object" } }, ["name"]),
        summary: object({ tests: count, passed: count, failed: count, skipped: count, pending: count, other: count, start: count, stop: count }, ["tests", "passed", "failed", "skipped", "pending", "other", "start", "stop"]),
        tests: {
          type: "array",
          items: object(
            {
              name: { type: "string", minLength: 1 },
              status: { enum: ["passed", "failed", "skipped", "pending", "other"] },
              duration: count,
              suite: { type: "array", items: text, minItems: 1 },
              message: text,
              rawStatus: text,
              filePath: text,
              extra: { type: "object" },
            },
            ["name", "status", "duration"],
          ),
        },
        extra: { type: "object" },
      },
      ["tool", "summary", "tests"],
    ),
  },
  ["reportFormat", "specVersion", "results"],
);
