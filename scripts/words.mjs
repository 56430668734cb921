// The words of a change: the lines and commits since the commit that tests/last-full-run names.
//   A doc comment is a noun or a sentence: it does not begin with What, Who, Whose, Of, As, Those, That, Whether or How.
//   The name of a test has at most 70 characters, the subject of a commit at most 72.
// A clone without that commit looks at what its branch adds to origin's, or else at its last commit.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const RUST_DOC = /^\s*\/\/[/!]/;
const HEADLESS = /^(What|Who|Whose|Of|As|Those|That|Whether|How)\b/;
const RUST_TEST = /^\s*#\[(?:tokio::|sqlx::)?test\b/;
const TS_TITLE = /(?:(?:^|[^\w.])(?:test|it)(?:\.\w+)*(?:\(.*?\))?|^\s*\]\))\(\s*(['"`])(.*?)\1/;
const READ = /(?<!schema\.d)\.(?:rs|tsx?|mjs)$/;
const SELF = "scripts/words.mjs";

/** The text with which a doc comment begins on this line; undefined where none does. */
function opening(lines, at, rust) {
  const before = lines[at - 1] ?? "";
  if (rust) return RUST_DOC.test(before) ? undefined : lines[at].match(/^\s*\/\/[/!] ?(.*)/)?.[1];
  return lines[at].match(/^\s*\/\*\* ?(.+)/)?.[1] ?? (/^\s*\/\*\*$/.test(before) ? lines[at].match(/^\s*\* ?(.*)/)?.[1] : undefined);
}

/** The name of the test that is declared on this line; undefined where none is. */
function testName(lines, at, rust) {
  if (!rust) {
    const wrapped = /[^\w.](?:test|it)(?:\.\w+)*\($/.test(` ${lines[at - 1] ?? ""}`);
    return lines[at].match(TS_TITLE)?.[2] ?? (wrapped ? lines[at].match(/^\s*(['"`])(.*)\1,$/)?.[2] : undefined);
  }
  const name = lines[at].match(/^\s*(?:pub )?(?:async )?fn (\w+)/)?.[1];
  let above = at - 1;
  while (above >= 0 && lines[above].trim() !== "" && lines[above].trim() !== "}" && !RUST_TEST.test(lines[above])) above -= 1;
  return RUST_TEST.test(lines[above] ?? "") ? name : undefined;
}

/** The faults of a file's lines that `added` numbers, from 1. */
export function faults(path, text, added) {
  const rust = path.endsWith(".rs");
  const lines = text.split("\n");
  return [...added].flatMap((number) => {
    const [start, name] = [opening, testName].map((read) => read(lines, number - 1, rust) ?? "");
    return [
      ...(HEADLESS.test(start) ? [`${path}:${number}: a doc comment begins with "${start.split(" ")[0]}"; name the thing, or say who does what`] : []),
      ...(name.length > 70 ? [`${path}:${number}: the test's name has ${name.length} characters; 70 is the most`] : []),
    ];
  });
}

/** The faults of subjects, a line each: a commit's hash, a space, its subject. */
export const longSubjects = (log) =>
  log.split("\n").filter((line) => line.length > line.indexOf(" ") + 73).map((line) => `${line}: the subject has more than 72 characters`);

const git = (...rest) => execFileSync("git", rest, { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });

/** The commit to compare with; undefined where there is none. Lines that are older than this check are not judged. */
export function base() {
  const full = readFileSync("tests/last-full-run", "utf8").split(/\s/)[0];
  const tries = [() => git("cat-file", "-e", `${full}:${SELF}`) || full, () => git("rev-parse", `${full}^{commit}`) && firstCommit()];
  for (const commit of [...tries, () => "origin/HEAD", () => "HEAD~1"]) {
    try {
      const shared = git("merge-base", commit(), "HEAD").trim();
      if (commit() !== "origin/HEAD" || shared !== git("rev-parse", "HEAD").trim()) return shared;
    } catch {
      // This clone does not have it.
    }
  }
}

/** The commit that brought this check. */
const firstCommit = () => git("log", "--diff-filter=A", "--format=%H", "--", SELF).trim().split("\n").at(-1);

/** The faults of everything that is new since `commit`, committed or not. A line that only moved is not new. */
export function faultsSince(commit) {
  const added = new Map(git("ls-files", "--others", "--exclude-standard").split("\n").filter(Boolean).map((path) => [path, undefined]));
  const removed = new Set();
  let path;
  for (const line of git("diff", "-U0", "--no-color", "--no-ext-diff", "--no-renames", commit).split("\n")) {
    path = line.match(/^\+\+\+ b\/(.*)/)?.[1] ?? path;
    if (line.startsWith("-")) removed.add(line.slice(1).trim());
    const [, first, count = "1"] = line.match(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/) ?? [];
    if (first) added.set(path, [...(added.get(path) ?? []), ...Array.from({ length: Number(count) }, (_, at) => Number(first) + at)]);
  }
  const ofLines = [...added].flatMap(([file, numbers]) => {
    if (numbers?.length === 0 || !READ.test(file)) return [];
    const text = readFileSync(file, "utf8");
    const lines = text.split("\n");
    const own = (numbers ?? lines.map((_, at) => at + 1)).filter((number) => !removed.has(lines[number - 1].trim()));
    return faults(file, text, own);
  });
  return [...ofLines, ...longSubjects(git("log", "--format=%h %s", `${commit}..HEAD`))];
}

if (process.argv[1] === import.meta.filename) {
  const commit = base();
  const found = commit ? faultsSince(commit) : [];
  console.log([...found, commit ? `${found.length} faults since ${commit}` : "nothing to compare with"].join("\n"));
  process.exitCode = found.length ? 1 : 0;
}
