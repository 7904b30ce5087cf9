/** The zeros of the scripts that farmers in India write; the other nine digits follow each. */
const ZEROS = [
  0x660, // Arabic
  0x6f0, // Urdu, Kashmiri, Sindhi
  0x966, // Devanagari
  0x9e6, // Bengali and Assamese
  0xa66, // Gurmukhi
  0xae6, // Gujarati
  0xb66, // Odia
  0xbe6, // Tamil
  0xc66, // Telugu
  0xce6, // Kannada
  0xd66, // Malayalam
  0x1c50, // Ol Chiki, of Santali
  0xabf0, // Meetei Mayek, of Manipuri
  0xff10, // the wide digits of some keyboards
];

/** Replaces the digits of the scripts of India by 0-9. */
export const latinDigits = (text: string) =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.find((one) => code >= one && code < one + 10);
    return zero === undefined || digit.length > 1 ? digit : String(code - zero);
  });
