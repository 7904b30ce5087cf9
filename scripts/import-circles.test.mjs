// Runs the check on small crates that it writes itself.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'

/** The report about a crate of these files, empty if there is no circle. */
function report(files) {
  const crate = mkdtempSync(join(tmpdir(), 'circles-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(crate, 'src', name)), { recursive: true })
      writeFileSync(join(crate, 'src', name), text)
    }
    const run = spawnSync('node', [join(import.meta.dirname, 'import-circles.mjs'), crate], { encoding: 'utf8' })
    assert.equal(run.status, run.stderr === '' ? 0 : 1)
    return run.stderr.replaceAll(join(crate, 'src', '/'), '')
  } finally {
    rmSync(crate, { recursive: true })
  }
}

const circle = (first, second) => new RegExp(`${first} -> ${second}`)

test('two files that use each other are a circle, by use and by path', () => {
  const found = report({
    'lib.rs': 'mod a;\nmod b;\n',
    'a.rs': 'use crate::{b::{self, Two}};\npub struct One(Two);\n',
    'b.rs': 'pub struct Two;\nfn f() -> crate::a::One { todo!() }\n',
  })
  assert.match(found, circle('a.rs', 'b.rs: Two'))
  assert.match(found, circle('b.rs', 'a.rs: One'))
})

test('a child that takes what its parent defines is a circle if the parent uses the child', () => {
  const child = 'use super::Limit;\npub fn check(_: Limit) {}\n'
  const parent = 'mod child;\npub struct Limit;\nfn all() { child::check(Limit) }\n'
  assert.match(report({ 'lib.rs': parent, 'child.rs': child }), circle('child.rs', 'lib.rs: Limit'))
})

test('a parent that only declares and re-exports is none, and a re-exported name counts for its definer', () => {
  const files = {
    'lib.rs': 'mod a;\nmod b;\npub use a::One;\npub use b::*;\n',
    'a.rs': 'pub struct One;\n',
    'b.rs': 'use crate::One;\npub struct Two(One);\n',
  }
  assert.equal(report(files), '')
  assert.match(report({ ...files, 'a.rs': 'pub struct One(crate::Two);\n' }), circle('a.rs', 'b.rs: Two'))
})

test('tests, comments and texts do not count', () => {
  const found = report({
    'lib.rs': 'mod a;\nmod b;\n',
    'a.rs': 'use crate::b::Two;\npub struct One(Two);\n',
    'b.rs': `pub struct Two; // crate::a::One
const TEXT: &str = "crate::a::One";
#[cfg(test)]
mod tests {
    use crate::a::One;
    fn f(_: One) {}
}
`,
    'b/tests.rs': 'use crate::a::One;\n',
  })
  assert.equal(found, '')
})
