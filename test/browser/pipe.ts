/** A headless Chromium, driven by the DevTools protocol over a pipe: no port, no network of its own, no package. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

export type Fields = { [name: string]: unknown };
type Answer = { id?: number; method?: string; params?: Fields; sessionId?: string; result?: Fields; error?: { message: string } };

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-pipe"];

export class Browser {
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), "pi-kata-browser-"));
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #listeners: ((answer: Answer) => void)[] = [];
  #last = 0;
  #pending = "";

  constructor(binary: string) {
    this.#child = spawn(binary, [...flags, `--user-data-dir=${this.#folder}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
    this.#ended = new Promise((resolve) => this.#child.on("close", () => resolve()));
    const output = this.#child.stdio[4] as Readable;
    output.setEncoding("utf8").on("data", (chunk: string) => this.#read(chunk));
    (this.#child.stdio[3] as Writable).on("error", () => undefined);
  }

  /** @throws Error where the browser refuses or is gone */
  async send(method: string, params: Fields = {}, session?: string): Promise<Fields> {
    const id = (this.#last += 1);
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    (this.#child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...(session === undefined ? {} : { sessionId: session }) })}\0`);
    const gone = this.#ended.then((): Answer => ({ error: { message: "the browser has ended" } }));
    const { result = {}, error } = await Promise.race([answered, gone]);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** A new page, looking at nothing. */
  async page(): Promise<Page> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, String(sessionId));
    this.#listeners.push((answer) => answer.sessionId === sessionId && page.hear(answer.method ?? "", answer.params ?? {}));
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    return page;
  }

  async close(): Promise<void> {
    // The browser is a group of processes: one that lives on would write into the folder while it is removed.
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    await this.#ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #read(chunk: string): void {
    this.#pending += chunk;
    for (let end = this.#pending.indexOf("\0"); end >= 0; end = this.#pending.indexOf("\0")) {
      const answer = JSON.parse(this.#pending.slice(0, end)) as Answer;
      this.#pending = this.#pending.slice(end + 1);
      if (answer.id === undefined) for (const listener of this.#listeners) listener(answer);
      else this.#waiting.get(answer.id)?.(answer);
    }
  }
}

export class Page {
  /** addresses that were asked for */
  readonly requests: string[] = [];
  /** errors and refusals that reached the console */
  readonly errors: string[] = [];
  readonly #browser: Browser;
  readonly #session: string;
  #loaded: () => void = () => undefined;

  constructor(browser: Browser, session: string) {
    this.#browser = browser;
    this.#session = session;
  }

  send(method: string, params: Fields = {}): Promise<Fields> {
    return this.#browser.send(method, params, this.#session);
  }

  hear(method: string, params: Fields): void {
    if (method === "Network.requestWillBeSent") this.requests.push((params.request as { url: string }).url);
    if (method === "Runtime.exceptionThrown" || method === "Runtime.consoleAPICalled") this.errors.push(JSON.stringify(params));
    if (method === "Log.entryAdded") this.errors.push(JSON.stringify(params));
    if (method === "Page.loadEventFired") this.#loaded();
  }

  async open(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => (this.#loaded = resolve));
    await this.send("Page.navigate", { url });
    await loaded;
  }

  /** The value of an expression, evaluated in the page; it works where the page's own scripts are switched off, too. */
  async read(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value?: unknown }).value;
  }

  async press(key: string): Promise<void> {
    for (const type of ["keyDown", "keyUp"]) await this.send("Input.dispatchKeyEvent", { type, key });
  }

  /** Clicks into the middle of an element, as a person would. */
  async click(selector: string): Promise<void> {
    const place = await this.read(`(() => { const one = document.querySelector(${JSON.stringify(selector)}); one.scrollIntoView({ block: "center" }); const { x, y, width, height } = one.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; })()`);
    const { x, y } = place as { x: number; y: number };
    for (const type of ["mousePressed", "mouseReleased"]) await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  }

  async size(width: number, height: number): Promise<void> {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  async scheme(value: "light" | "dark"): Promise<void> {
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  }

  /** A PNG of what the window shows. */
  async picture(): Promise<Buffer> {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(String(data), "base64");
  }
}
