import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
type Colour = readonly [number, number, number, number];

const WHITE: Colour = [255, 255, 255, 1];
const BLACK: Colour = [0, 0, 0, 1];

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function declarations(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

const [byDay = '', byNight = '', onPaper = ''] = sheet.split(
  /@media screen and \(prefers-color-scheme: dark\)|@media print/,
);
const light = declarations(byDay);
const schemes = {
  light,
  dark: { ...light, ...declarations(byNight) },
  print: { ...light, ...declarations(onPaper) },
};

function colour(tokens: Record<string, string>, name: string): Colour {
  const value = tokens[name];
  if (!value) throw new Error(`There is no token ${name}`);
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (other) return colour(tokens, other);
  const hex = /^#([0-9a-f]{6})$/.exec(value)?.[1];
  if (hex) {
    const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
    return [part(0), part(2), part(4), 1];
  }
  const [, red, green, blue, percent] = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value) ?? [];
  if (percent === undefined) throw new Error(`${name} is no colour: ${value}`);
  return [Number(red), Number(green), Number(blue), Number(percent) / 100];
}

function over([red, green, blue, cover]: Colour, behind: Colour): Colour {
  const mix = (above: number, below: number) => above * cover + below * (1 - cover);
  return [mix(red, behind[0]), mix(green, behind[1]), mix(blue, behind[2]), 1];
}

/** Relative luminance as defined by WCAG 2.2. */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Colour, other: Colour): number {
  const [bright, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

/** All colour pairs in use: minimum contrast, foregrounds, backgrounds. */
const PAIRS: readonly (readonly [number, readonly string[], readonly string[]])[] = [
  [7, ['--text'], ['--panel', '--panel-solid', '--panel-sunk', '--accent-wash', '--warning-wash', '--glow']],
  [7, ['--text-soft', '--surplus'], ['--panel', '--panel-solid', '--panel-sunk']],
  [4.5, ['--text-soft', '--surplus'], ['--glow']],
  [4.5, ['--text-soft'], ['--accent-wash']],
  [4.5, ['--accent', '--error'], ['--panel', '--panel-solid']],
  [4.5, ['--accent'], ['--accent-wash', '--warning-wash', '--panel-sunk']],
  [4.5, ['--error'], ['--error-wash']],
  // Squares of the map.
  [4.5, ['--text'], ['--not-met', '--met-wash', '--surplus-wash']],
  [4.5, ['--on-surplus'], ['--surplus']],
  [4.5, ['--on-hatch'], ['--not-met-hatch']],
  [4.5, ['--on-accent'], ['--accent', '--accent-strong']],
  // Field borders, focus rings and chart colours: WCAG 1.4.11.
  [3, ['--line-strong', '--focus', '--met', '--surplus', '--accent'], ['--panel', '--panel-solid']],
];

for (const [scheme, tokens] of Object.entries(schemes)) {
  describe(scheme, () => {
    for (const [least, drawn, grounds] of PAIRS) {
      for (const ground of grounds) {
        test.each(drawn)(`%s on ${ground} is at least ${least}:1, whatever moves behind`, (name) => {
          for (const behind of [WHITE, BLACK]) {
            const paper = over(colour(tokens, ground), behind);
            expect(contrast(over(colour(tokens, name), paper), paper)).toBeGreaterThanOrEqual(least);
          }
        });
      }
    }
  });
}

test('the arithmetic is that of WCAG', () => {
  expect(contrast(WHITE, BLACK)).toBeCloseTo(21);
  expect(contrast([118, 118, 118, 1], WHITE)).toBeCloseTo(4.54, 2);
});

test('a panel hides at least 92 % of what moves behind it', () => {
  for (const tokens of Object.values(schemes)) {
    expect(colour(tokens, '--panel')[3]).toBeGreaterThanOrEqual(0.92);
  }
});

test('a colour has its value in the tokens alone', () => {
  const source = join(import.meta.dirname, '../..');
  const spelled = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'))
    .flatMap((file) =>
      (
        readFileSync(join(source, file), 'utf8').match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)/gi) ?? []
      ).map((value) => `${file}: ${value}`),
    );
  // Google's branding rules require a white background for its logo.
  expect(spelled).toEqual(['features/session/sign-in-panel.module.css: #fff']);
});
