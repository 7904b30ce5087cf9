/** Returns true for at most two decimals, in the notation too: 10.000 may mean ten thousand. */
export function hasAtMostTwoDecimals(text: string): boolean {
  const hundredths = Number(text) * 100;
  return !/\.\d{3}/.test(text) && Math.abs(hundredths - Math.round(hundredths)) < 1e-6;
}
