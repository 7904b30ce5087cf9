// Writes .br and .gz beside each compressible file of the build, so that the server only has to pick one. Pages are packed when
// the server has written its answers into them.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);

for (const entry of readdirSync('dist', { recursive: true })) {
  if (entry.startsWith('pages/')) continue;
  const file = join('dist', entry);
  if (!statSync(file).isFile() || !COMPRESSIBLE.has(extname(file))) continue;
  const content = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
