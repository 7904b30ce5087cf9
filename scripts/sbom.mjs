// Writes target/grow.cdx.json, the software bill of materials of a release: what is in the binary, crates and npm
// packages, in one CycloneDX document. The same commit gives the same bytes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SPEC = '1.5';
const OUT = 'target/grow.cdx.json';
// As scripts/release builds it, which names the target.
const [target] = process.argv.slice(2);
const BUILD = ['--no-default-features', ...(target ? ['--target', target] : [])];
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const run = (command, ...parts) =>
  execFileSync(command, parts, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The document with only the components that `isWanted`. Both tools list more than a release has. */
function only(document, isWanted) {
  const components = document.components.filter(isWanted);
  const refs = new Set([document.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = document.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...document, components, dependencies };
}

/** Crates. cargo-cyclonedx lists those of optional features too, so `cargo tree` says what is compiled. */
function crates() {
  process.env.SOURCE_DATE_EPOCH ??= run('git', 'log', '-1', '--format=%ct').trim();
  const manifest = ['--manifest-path', 'crates/cli/Cargo.toml'];
  const output = ['--format', 'json', '--spec-version', SPEC, '--override-filename', 'grow.cdx'];
  run('cargo', 'cyclonedx', ...manifest, ...BUILD, ...output);
  // The names of crates of the workspace tell where it was built.
  const text = readFileSync('crates/cli/grow.cdx.json', 'utf8').replaceAll(`path+file://${process.cwd()}/`, '');
  // cargo-cyclonedx writes a file for each crate of the workspace.
  for (const folder of ['bench', ...readdirSync('crates').map((crate) => `crates/${crate}`)]) {
    rmSync(`${folder}/grow.cdx.json`, { force: true });
  }
  const tree = run('cargo', 'tree', ...manifest, ...BUILD, '--locked', '-e', 'normal,build', '--prefix', 'none');
  const compiled = new Set(tree.split('\n').map((line) => line.split(' ').slice(0, 2).join(' ')));
  return only(JSON.parse(text), ({ name, version }) => compiled.has(`${name} v${version}`));
}

/** npm packages. `npm sbom --omit dev` leaves out those that development needs too, so the lock file says which. */
function packages() {
  const shipped = new Set();
  for (const [path, { dev, devOptional, version }] of Object.entries(read('web/package-lock.json').packages)) {
    if (!dev && !devOptional) shipped.add(`${path.split('node_modules/').at(-1)}@${version}`);
  }
  const all = JSON.parse(run('npm', '--prefix', 'web', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'));
  // npm names the app by its folder.
  all.metadata.component.name = read('web/package.json').name;
  return only(all, ({ 'bom-ref': ref }) => shipped.has(ref));
}

const rust = crates();
const npm = packages();
// The binary embeds the web app, so its packages are components of the binary.
const grow = rust.metadata.component['bom-ref'];
const app = npm.metadata.component;
const document = {
  ...rust,
  metadata: { ...rust.metadata, tools: [...rust.metadata.tools, ...npm.metadata.tools] },
  components: [...rust.components, app, ...npm.components],
  dependencies: [...rust.dependencies, ...npm.dependencies].map(({ ref, dependsOn }) =>
    ref === grow ? { ref, dependsOn: [...dependsOn, app['bom-ref']] } : { ref, dependsOn },
  ),
};

const refs = document.components.map((component) => component['bom-ref']);
if (new Set(refs).size !== refs.length) throw new Error('Two components have the same bom-ref');
mkdirSync('target', { recursive: true });
writeFileSync(OUT, `${JSON.stringify(document, null, 2)}\n`);
const counts = `${rust.components.length} crates, ${npm.components.length + 1} npm packages`;
console.log(`${OUT}: ${counts} (CycloneDX ${document.specVersion})`);
