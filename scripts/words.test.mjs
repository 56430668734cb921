// words.mjs finds a bad line and leaves a good one alone.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { base, faults, faultsSince, longSubjects } from "./words.mjs";

const LONG = "a".repeat(71);
const count = (path, text) => faults(path, text, text.split("\n").map((_, at) => at + 1)).length;

test("a doc comment that begins without its subject is found", () => {
  for (const word of ["What", "Who", "Whose", "Of", "As", "Those", "That", "Whether", "How"]) {
    assert.equal(count("a.rs", `/// ${word} it is.\nfn it() {}`), 1);
    assert.equal(count("a.rs", `//! ${word} it is.`), 1);
    assert.equal(count("a.tsx", `/** ${word} it is. */`), 1);
    assert.equal(count("a.ts", `/**\n * ${word} it is.\n */`), 1);
  }
});

test("a doc comment with a subject passes", () => {
  assert.equal(count("a.rs", "/// Returns\n/// What it is.\n// What a comment says.\n/// Offers of a home."), 0);
  assert.equal(count("a.ts", "/** A date. */\n/**\n * Reads\n * What it is.\n */"), 0);
});

test("names of tests have a limit", () => {
  for (const attribute of ["#[test]", "#[tokio::test(flavor = \"multi_thread\")]", "#[sqlx::test]\n#[ignore]"]) {
    assert.equal(count("a.rs", `${attribute}\nasync fn ${LONG}() {`), 1);
    assert.equal(count("a.rs", `${attribute}\nfn ${LONG.slice(1)}() {`), 0);
  }
  assert.equal(count("a.rs", `#[test]\nfn short() {\n}\n\nfn ${LONG}() {`), 0);
  for (const [before, after] of [["test('", "', () => {"], ["  it.each([1])(\"", "\", () => {"], ["])('", "', () => {"], ["test(\n  '", "',\n"]]) {
    assert.equal(count("a.test.ts", `${before}${LONG}${after}`), 1, before);
    assert.equal(count("a.test.ts", `${before}${LONG.slice(1)}${after}`), 0);
  }
});

test("subjects of commits have a limit", () => {
  assert.equal(longSubjects(`abc ${"s".repeat(72)}\nabcdef ${"s".repeat(73)}`).length, 1);
  assert.equal(longSubjects("").length, 0);
});

test("only what is new since a commit is judged", () => {
  const [folder, here] = [mkdtempSync(join(tmpdir(), "lintel-words-")), process.cwd()];
  const git = (...rest) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...rest], { encoding: "utf8" }).trim();
  const commit = (subject) => git("add", "-A") || git("commit", "-qm", subject);
  try {
    process.chdir(folder);
    git("init", "-q");
    mkdirSync("tests");
    writeFileSync("tests/last-full-run", "0".repeat(40));
    writeFileSync("old.rs", "/// What is old.\n");
    commit("Begin");
    assert.equal(base(), undefined);
    rmSync("old.rs");
    writeFileSync("moved.rs", "/// What is old.\n/// Of one comment.\n");
    writeFileSync("new.rs", "fn it() {}\n/// What is new.\n");
    commit("s".repeat(73));
    writeFileSync("untracked.ts", "/** Whether it is new. */\n");
    assert.equal(base(), git("rev-parse", "HEAD~1"));
    assert.deepEqual(faultsSince(base()).map((fault) => fault.split(":")[0].slice(0, 12)), ["untracked.ts", "new.rs", git("log", "-1", "--format=%h %s").slice(0, 12)]);
  } finally {
    process.chdir(here);
    rmSync(folder, { recursive: true });
  }
});
