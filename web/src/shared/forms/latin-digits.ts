const DEVANAGARI_ZERO = 0x966;
const TAMIL_ZERO = 0xbe6;

/** Replaces Tamil and Devanagari digits by 0-9. */
export const latinDigits = (text: string) =>
  text.replace(/[\u0966-\u096f\u0be6-\u0bef]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code < TAMIL_ZERO ? DEVANAGARI_ZERO : TAMIL_ZERO));
  });
