// Your mini Pi: one file that grows by one part a chapter, from s01 to s12.
//
// 1. Read spec/s01/README.md: what to write, and how it must behave.
// 2. Write it here. Everything a chapter names is exported: `export type …`, `export function …`.
// 3. Run  npm run kata -- --upto s01  and read the first card.
//
// Nothing from an earlier chapter is ever removed: what you write in s01 still works in s12.

export {};
