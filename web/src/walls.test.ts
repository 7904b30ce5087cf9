import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Imports go one way: app -> pages -> features -> shared, and no feature knows another. */
const LAYERS = ['app', 'pages', 'features', 'shared'];
const SOURCE = import.meta.dirname;
const IMPORT = /(?:from|import)\s*\(?\s*['"]((?:@\/|\.)[^'"]+)['"]/g;

const parts = (file: string) => file.split('/');

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, target = '']) =>
    target.startsWith('@/') ? target.slice(2) : normalize(join(dirname(file), target)),
  );
}

/** Why an import may not be, or null. */
function breach(file: string, target: string): string | null {
  const [fromLayer = '', fromPart] = parts(file);
  const [toLayer = '', toPart] = parts(target);
  const [from, to] = [LAYERS.indexOf(fromLayer), LAYERS.indexOf(toLayer)];
  if (from < 0 || to < 0) return null;
  if (to < from) return 'against the direction';
  if (fromLayer === 'features' && toLayer === 'features' && fromPart !== toPart) return 'between features';
  const plain = fromLayer === 'shared' && (fromPart === 'ui' || fromPart === 'charts');
  if (plain && toLayer === 'shared' && toPart === 'api') return 'from plain parts into the API';
  return null;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);

test('the walls between the layers stand', () => {
  const breaches = files.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      const why = breach(file, target);
      return why ? [`${file} -> ${target}: ${why}`] : [];
    }),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(breaches).toEqual([]);
});

test('a breach is seen', () => {
  expect(breach('shared/ui/button.tsx', 'features/session/x')).toBe('against the direction');
  expect(breach('features/demand/a.ts', 'features/record/b')).toBe('between features');
  expect(breach('shared/ui/button.tsx', 'shared/api/client')).toBe('from plain parts into the API');
  expect(breach('pages/a.tsx', 'features/demand/b')).toBeNull();
});

test('routes are spelled in shared/paths.ts alone', () => {
  const spelled = files
    .filter((file) => file !== 'shared/paths.ts' && !/\.(test|d)\.tsx?$/.test(file))
    .filter((file) =>
      /['"`]\/(?:login|demand|dashboard|profile|ftl|npk|place|add|manage-crops|my-sowing|rec-|crop-)/.test(
        readFileSync(join(SOURCE, file), 'utf8'),
      ),
    );
  expect(spelled).toEqual([]);
});
