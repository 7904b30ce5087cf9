// Writes target/grow.cdx.json, the software bill of materials of the binary: crates and npm packages in one CycloneDX
// document.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const SPEC = '1.5';
const OUT = 'target/grow.cdx.json';
process.chdir(new URL('..', import.meta.url).pathname);

const run = (command, ...parts) => execFileSync(command, parts, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

run('cargo', 'cyclonedx', '--manifest-path', 'crates/cli/Cargo.toml', '--format', 'json', '--spec-version', SPEC, '--override-filename', 'grow.cdx');
const rust = JSON.parse(readFileSync('crates/cli/grow.cdx.json', 'utf8'));
// cargo-cyclonedx writes a file for each crate of the workspace.
for (const folder of ['crates/domain', 'crates/store', 'crates/server', 'crates/cli', 'bench']) {
  rmSync(`${folder}/grow.cdx.json`, { force: true });
}
const npm = JSON.parse(run('npm', '--prefix', 'web', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'));

// The binary embeds the web app, so its packages are components of the binary.
const grow = rust.metadata.component;
const app = npm.metadata.component;
const dependencies = [...rust.dependencies, ...npm.dependencies].map((dependency) =>
  dependency.ref === grow['bom-ref']
    ? { ...dependency, dependsOn: [...(dependency.dependsOn ?? []), app['bom-ref']] }
    : dependency,
);
const document = { ...rust, components: [...rust.components, app, ...npm.components], dependencies };

const refs = document.components.map((component) => component['bom-ref']);
if (new Set(refs).size !== refs.length) throw new Error('Two components have the same bom-ref');
writeFileSync(OUT, `${JSON.stringify(document, null, 2)}\n`);
console.log(`${OUT}: ${rust.components.length} crates, ${npm.components.length + 1} npm packages (CycloneDX ${document.specVersion})`);
