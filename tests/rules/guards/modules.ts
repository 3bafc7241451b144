// Constants, functions and imports of our modules, so that a rule can resolve a name.
import { importedFile } from '../named.ts'
import type { Source } from './sources.ts'
import { type Node, nameOf, nodesIn, parseFile, textOf } from './syntax.ts'

export interface Module {
  text: string
  path: string
  tree: Node
  /** Values of variables and bodies of functions by name, in any scope. */
  declared: ReadonlyMap<string, Node[]>
  imported: ReadonlyMap<string, { from: string; name: string }>
}

export type Modules = (path: string) => Module | undefined

/** Modules by path, each parsed on first use. */
export function modulesOf(sources: readonly Source[]): Modules {
  const known = new Map(sources.map((source) => [source.path, source]))
  const read = new Map<string, Module>()
  return (path) => {
    const source = known.get(path)
    if (source && !read.has(path)) read.set(path, readModule(source))
    return read.get(path)
  }
}

function readModule({ path, text }: Source): Module {
  const tree = parseFile(path, text)
  const declared = new Map<string, Node[]>()
  const imported = new Map<string, { from: string; name: string }>()
  for (const node of nodesIn(tree)) {
    const value = node.type === 'VariableDeclarator' ? node.init : node.body
    if (/^(VariableDeclarator|FunctionDeclaration)$/.test(node.type) && value) {
      const name = nameOf(node.id) ?? ''
      declared.set(name, [...(declared.get(name) ?? []), value as Node])
    }
    if (node.type === 'ImportDeclaration')
      for (const { local, imported: name } of node.specifiers as { local: Node; imported?: Node }[])
        imported.set(nameOf(local) ?? '', {
          from: importedFile(path, textOf(node.source) ?? ''),
          name: nameOf(name) ?? '',
        })
  }
  return { path, text, tree, declared, imported }
}

/** Definitions of a name, in the module itself or where it is imported from, each with its module. */
export function behind(module: Module, name: string, modules: Modules): [Module, Node][] {
  const source = module.imported.get(name)
  const home = source ? modules(source.from) : module
  return home ? (home.declared.get(source?.name ?? name) ?? []).map((value) => [home, value]) : []
}
