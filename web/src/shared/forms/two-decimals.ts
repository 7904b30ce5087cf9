/** Whether a number has at most two decimals, in writing too: 10.000 may be meant as ten thousand. */
export function hasAtMostTwoDecimals(text: string): boolean {
  const hundredths = Number(text) * 100;
  return !/\.\d{3}/.test(text) && Math.abs(hundredths - Math.round(hundredths)) < 1e-6;
}
