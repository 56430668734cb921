// The result as Markdown, so that a run can be pasted into docs/lab as it is.

export const table = (head, rows) =>
  [head, head.map((_, index) => (index ? "--:" : "---")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

export const whole = (number) => Math.round(number).toLocaleString("en-GB");
/** pgbench looks at its clock only when it waits, so answers that were there at once took nothing by its count: no figure. */
export const milliseconds = (number) => {
  if (number === 0) return "–";
  return number < 10 ? number.toFixed(2) : number.toFixed(1);
};
export const percent = (share) => `${(share * 100).toFixed(0)} %`;

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Several runs of the same thing as one: the median of every figure. */
export const middle = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]));
