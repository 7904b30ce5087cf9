// The Markdown table of a measurement: a row for each figure, with its target, whether it is met, and each run.

export const median = (values) => quantile(values, 0.5);

/** Returns the nearest value at or above this part of all. */
export const quantile = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

export function row(path, { name, least, most, digits, unit = '', of = median }, values) {
  const show = (value) => `${value.toFixed(digits)}${unit}`;
  const middle = of(values);
  const bar = least ?? most;
  const target = bar === undefined ? '' : `at ${least === undefined ? 'most' : 'least'} ${show(bar)}`;
  // NaN never meets a target.
  const met = least === undefined ? middle <= most : middle >= least;
  const verdict = bar === undefined ? '' : met ? 'met' : 'missed';
  return [`${path} ${name}`, target, show(middle), verdict, values.map(show).join(' · ')];
}

export function printTable(rows) {
  const table = [['figure', 'target', 'measured', 'verdict', 'each run'], ...rows];
  const widths = table[0].map((_, column) => Math.max(3, ...table.map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  console.log(line(table[0]));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const cells of rows) console.log(line(cells));
}
