// Fails if Rust files of one crate import each other in a circle, and names each circle.
//
//   node scripts/import-circles.mjs [FOLDER-OF-A-CRATE...]     without an argument: all crates of the workspace
//
// A file imports another if it names something that the other defines: in a `use` or in a path that starts with
// `crate`, `super`, `self` or a child module. A name that a file only re-exports counts for the file that defines it.
// Tests do not count: files and folders named `tests`, and what stands behind `#[cfg(test)]`.
import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'

const IDENT = '(?:r#)?[A-Za-z_][A-Za-z0-9_]*'

function rustFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'tests' ? [] : rustFiles(path)
    return entry.name.endsWith('.rs') && entry.name !== 'tests.rs' ? [path] : []
  })
}

/** The module of a file as a path: `src/sql/row.rs` is `sql::row`, and the root of the crate is the empty path. */
function modulePath(root, file) {
  const parts = file.slice(root.length + 1, -'.rs'.length).split('/')
  if (['lib', 'main', 'mod'].includes(parts.at(-1))) parts.pop()
  return parts.join('::')
}

/** The end of the item that starts at `from`: behind its `;`, or behind the bracket that closes its body. */
function itemEnd(code, from) {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const char = code[at]
    if ('([{'.includes(char)) depth++
    if (')]}'.includes(char)) {
      depth--
      if (depth < 0) return at
      if (depth === 0 && char === '}' && !/^\s*[;,]/.test(code.slice(at + 1, at + 20))) return at + 1
    }
    if (depth === 0 && (char === ';' || char === ',')) return at + 1
  }
  return code.length
}

/** The code without comments, texts and test items. */
function productCode(text) {
  const noise =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^\n]{1,8}|[^'\\\n])'/g
  let code = text.replace(noise, (found) => (found.startsWith('/') ? ' ' : '""'))
  for (let at; (at = code.search(/#\[cfg\((?:test|any\([^\]]*\btest\b[^\]]*\))\)\]/)) >= 0; ) {
    let start = code.indexOf(']', at) + 1
    for (let next; (next = /^\s*#\[/.exec(code.slice(start))); )
      start = attributeEnd(code, start + next[0].length)
    code = code.slice(0, at) + code.slice(itemEnd(code, start))
  }
  return code
}

/** The end of the attribute whose `#[` ends at `from`. */
function attributeEnd(code, from) {
  let depth = 1
  for (let at = from; at < code.length; at++) {
    if (code[at] === '[') depth++
    if (code[at] === ']' && --depth === 0) return at + 1
  }
  return code.length
}

/** The paths of a `use` tree, each with the name that it brings into scope. */
function usePaths(tree, prefix = []) {
  const open = tree.indexOf('{')
  if (open < 0) {
    const [path, alias] = tree.trim().split(/\s+as\s+/)
    const parts = [...prefix, ...path.split('::').map((part) => part.trim())].filter(Boolean)
    if (parts.at(-1) === 'self') parts.pop()
    return [{ parts, name: alias ?? parts.at(-1) }]
  }
  const head = tree.slice(0, open).split('::').map((part) => part.trim()).filter(Boolean)
  const branches = []
  let depth = 0
  let from = open + 1
  for (let at = open + 1; at < tree.length; at++) {
    if (tree[at] === '{') depth++
    if (tree[at] === '}' && depth-- === 0) {
      branches.push(tree.slice(from, at))
      break
    }
    if (tree[at] === ',' && depth === 0) {
      branches.push(tree.slice(from, at))
      from = at + 1
    }
  }
  return branches.filter((branch) => branch.trim()).flatMap((branch) => usePaths(branch, [...prefix, ...head]))
}

function readFile(root, file) {
  const code = productCode(readFileSync(file, 'utf8'))
  const uses = []
  const rest = code.replace(/(\bpub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);/g, (_, visibility, tree) => {
    for (const path of usePaths(tree)) uses.push({ ...path, exported: visibility !== undefined })
    return ' '
  }).replace(new RegExp(`\\bmod\\s+${IDENT}\\s*;`, 'g'), ' ')
  const names = (pattern) => new Set([...rest.matchAll(new RegExp(pattern, 'g'))].map(([, name]) => name))
  const kinds = 'struct|enum|union|trait|type|fn|const|static'
  const defined = names(`\\b(?:${kinds})\\s+(?:mut\\s+)?(${IDENT})`)
  const inline = names(`\\bmod\\s+(${IDENT})\\s*\\{`)
  return { file, module: modulePath(root, file), uses, rest, defined, inline }
}

/** For each file of the crate, the files that it imports, with the names it takes from each. */
function imports(crate) {
  const root = join(crate, 'src')
  const files = rustFiles(root).map((file) => readFile(root, file))
  const byModule = new Map(files.map((file) => [file.module, file]))

  const absolute = (from, parts) => {
    const base = from.module === '' ? [] : from.module.split('::')
    const [first, ...others] = parts
    if (first === 'crate') return others
    if (first === 'self') return [...base, ...others]
    if (first === 'super') {
      let up = base
      let left = parts
      for (; left[0] === 'super'; left = left.slice(1)) up = up.slice(0, -1)
      return [...up, ...left]
    }
    return byModule.has([...base, first].join('::')) ? [...base, ...parts] : null
  }

  /** The file that defines what the path names, and the name. */
  const resolve = (path, seen = new Set()) => {
    if (!path || seen.has(path.join('::'))) return null
    seen.add(path.join('::'))
    for (let length = path.length; length >= 0; length--) {
      const target = byModule.get(path.slice(0, length).join('::'))
      if (!target) continue
      const [name, ...others] = path.slice(length)
      if (name === undefined) return { target, name: '(module)' }
      if (target.defined.has(name) || target.inline.has(name)) return { target, name }
      for (const use of target.uses) {
        if (use.name === name) return resolve([...(absolute(target, use.parts) ?? [' ']), ...others], seen) ?? null
        if (use.name === '*') {
          const found = resolve([...(absolute(target, use.parts.slice(0, -1)) ?? [' ']), name, ...others], seen)
          if (found && found.name !== '*') return found
        }
      }
      return length === 0 && target.module === '' ? null : { target, name }
    }
    return null
  }

  const graph = new Map()
  for (const from of files) {
    const taken = new Map()
    const take = (found) => {
      if (!found || found.target === from) return
      taken.set(found.target.file, (taken.get(found.target.file) ?? new Set()).add(found.name))
    }
    for (const use of from.uses) {
      const named = use.name === "*" ? /$^/ : new RegExp(`(?<![A-Za-z0-9_])${use.name}(?![A-Za-z0-9_])`)
      if (use.exported && (use.name === '*' || !named.test(from.rest))) continue
      // A module that is imported by its name counts by what is named of it below.
      const path = absolute(from, use.parts)
      if (!path) continue
      if (byModule.has(path.join('::'))) {
        for (const [, rest] of from.rest.matchAll(new RegExp(`(?<![A-Za-z0-9_:])${use.name}((?:::${IDENT})+)`, 'g')))
          take(resolve([...path, ...rest.slice(2).split('::')]))
      } else take(resolve(use.name === '*' ? path.slice(0, -1) : path))
    }
    for (const [path] of from.rest.matchAll(new RegExp(`(?<![A-Za-z0-9_:$])${IDENT}(?:::${IDENT})+`, 'g')))
      take(resolve(absolute(from, path.split('::'))))
    graph.set(from.file, taken)
  }
  return graph
}

/** The strongly connected files (Tarjan): each group of two or more is a circle. */
function circles(graph) {
  const found = []
  const index = new Map()
  const low = new Map()
  const stack = []
  const visit = (file) => {
    index.set(file, index.size)
    low.set(file, index.get(file))
    stack.push(file)
    for (const next of graph.get(file).keys()) {
      if (!index.has(next)) {
        visit(next)
        low.set(file, Math.min(low.get(file), low.get(next)))
      } else if (stack.includes(next)) low.set(file, Math.min(low.get(file), index.get(next)))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group.sort())
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return found
}

const asked = process.argv.slice(2)
const crates = asked.length > 0 ? asked : [...readdirSync('crates').map((name) => join('crates', name)), 'bench']
let count = 0
for (const crate of crates.filter((folder) => existsSync(join(folder, 'src')))) {
  const graph = imports(crate)
  for (const group of circles(graph)) {
    count++
    console.error(`These ${group.length} files import each other in a circle:`)
    for (const file of group)
      for (const [target, names] of graph.get(file))
        if (group.includes(target)) console.error(`  ${file} -> ${target}: ${[...names].sort().join(', ')}`)
  }
}
process.exit(count > 0 ? 1 : 0)
