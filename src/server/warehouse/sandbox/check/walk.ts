// Walks a statement's tree and checks it against the allowed shapes. Iterative with a work list, so that no
// depth can overflow the stack.
import { type FunctionPlace, isAllowedFunction, isAllowedType } from './allowed.ts'
import type { FieldKind, Shape } from './shapes.ts'
import * as shapes from './shapes.ts'

export type TreeNode = Readonly<Record<string, unknown>>

/** Why a tree is refused, and where (byte offset, null where the engine gives none). */
export interface Refusal {
  reason:
    | { what: 'table'; schema: string; name: string; visible: string[] }
    | { what: 'function'; name: string; place: FunctionPlace }
    | { what: 'type' | 'name' | 'syntax'; name: string }
    | { what: 'depth' }
  byte: number | null
}

export interface KnownNames {
  /** Tables without a schema, in lower case. */
  tables: ReadonlySet<string>
  /** Tables of schema `tmp`. */
  temporary: ReadonlySet<string>
  /** Tables of schema `dict`. */
  dictionaries: ReadonlySet<string>
}

/** Names defined by WITH, visible to what follows. */
interface Scope {
  names: ReadonlySet<string>
  outer: Scope | null
}

interface Item {
  kind: FieldKind
  value: unknown
  byte: number | null
  scope: Scope | null
  /** Nesting depth of expressions. */
  depth: number
}

/** Deeper expressions keep the engine's planner busy for seconds. */
const deepestExpression = 400

/** Names without brackets that the engine evaluates as functions where no column has them. */
const namesOfCatalog = new Set(['current_catalog', 'current_database', 'current_schema'])

/** Null when the whole tree is allowed. */
export function refusalOf(statement: TreeNode, known: KnownNames): Refusal | null {
  try {
    new Walk(known).run({ kind: 'statement', value: statement, byte: null, scope: null, depth: 0 })
    return null
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason.what)
    this.refusal = refusal
  }
}

/** Lower case as the engine defines it: ASCII only. */
export function lowered(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

class Walk {
  private readonly left: Item[] = []
  private readonly known: KnownNames

  constructor(known: KnownNames) {
    this.known = known
  }

  run(first: Item): void {
    this.left.push(first)
    for (let item = this.left.pop(); item; item = this.left.pop()) this.visit(item)
  }

  private visit(item: Item): void {
    const { kind, value } = item
    if (value === null || value === undefined) return
    if (Array.isArray(value)) {
      if (kind === 'data') return
      // Pushed backwards, so that the first fault in the text is reported first.
      for (let at = value.length - 1; at >= 0; at -= 1) this.left.push({ ...item, value: value[at] })
    } else if (kind === 'plain') this.expect(typeof value !== 'object', item, 'object')
    else if (kind !== 'data') this.visitNode(item, value as TreeNode)
  }

  private visitNode(item: Item, node: TreeNode): void {
    this.expect(typeof node === 'object', item, String(node))
    const byte =
      typeof node.query_location === 'number' && node.query_location < 2 ** 53
        ? node.query_location
        : item.byte
    const here = { ...item, byte, depth: item.kind === 'expression' ? item.depth + 1 : item.depth }
    if (here.depth > deepestExpression) throw new Refused({ reason: { what: 'depth' }, byte })
    if (item.kind === 'names') this.names(here, node)
    else if (item.kind === 'query') this.query(here, node)
    else {
      const shape = this.shapeOf(here, node)
      this.look(here, node)
      this.fields(here, node, shape)
    }
  }

  private shapeOf(item: Item, node: TreeNode): Shape {
    const { kind } = item
    const name = textOf(kind === 'expression' ? node.class : node.type)
    const group = { expression: shapes.expressions, table: shapes.tables, modifier: shapes.modifiers }
    const shape = kind in group ? ownOf(group[kind as keyof typeof group], name) : shapes.others[kind]
    if (!shape) throw refusedSyntax(item, name)
    if (kind === 'expression') {
      const types = ownOf(shapes.expressionTypes, name) ?? name
      this.expect(types.split(/\s+/).includes(textOf(node.type)), item, textOf(node.type))
    }
    return shape
  }

  /** Checks the names of tables, functions and types. */
  private look(item: Item, node: TreeNode): void {
    const { kind } = item
    if (kind === 'table' && node.type === 'BASE_TABLE') this.table(item, node)
    else if (kind === 'call') this.call(item, node, 'table')
    else if (kind === 'expression' && node.class === 'FUNCTION') this.call(item, node, 'value')
    else if (kind === 'expression' && node.class === 'WINDOW') this.call(item, node, 'value')
    else if (kind === 'expression' && node.class === 'COLUMN_REF') this.column(item, node)
    else if (kind === 'type' && textOf(node.id) !== 'UNBOUND') this.type(item, textOf(node.id))
    else if (kind === 'typeInfo' && node.type === 'UNBOUND_TYPE_INFO') this.type(item, textOf(node.name))
  }

  private table(item: Item, node: TreeNode): void {
    const schema = lowered(textOf(node.schema_name))
    const name = lowered(textOf(node.table_name))
    const within = isVisible(item.scope, name)
    const allowed =
      (schema === '' && (within || this.known.tables.has(name))) ||
      (schema === 'tmp' && this.known.temporary.has(name)) ||
      (schema === 'dict' && this.known.dictionaries.has(name)) ||
      // `recurring.name`: all rows so far of a recursion with a key.
      (schema === 'recurring' && within)
    if (allowed && !node.catalog_name) return
    const written = [node.catalog_name, node.schema_name].map(textOf).filter(Boolean).join('.')
    throw new Refused({
      reason: {
        what: 'table',
        schema: written,
        name: textOf(node.table_name),
        visible: visibleNames(item.scope),
      },
      byte: item.byte,
    })
  }

  /** A qualifier before a function is a column (`name.upper()`): the published files contain no functions. */
  private call(item: Item, node: TreeNode, place: FunctionPlace): void {
    const name = lowered(textOf(node.function_name))
    if (isAllowedFunction(name, place) && (place === 'value' || (!node.schema && !node.catalog))) return
    throw new Refused({
      reason: { what: 'function', name: textOf(node.function_name), place },
      byte: item.byte,
    })
  }

  private column(item: Item, node: TreeNode): void {
    const names = Array.isArray(node.column_names) ? node.column_names : []
    const name = textOf(names[0])
    if (names.length === 1 && namesOfCatalog.has(lowered(name))) {
      throw new Refused({ reason: { what: 'name', name }, byte: item.byte })
    }
  }

  private type(item: Item, name: string): void {
    if (!isAllowedType(lowered(name))) throw new Refused({ reason: { what: 'type', name }, byte: item.byte })
  }

  private query(item: Item, node: TreeNode): void {
    const name = textOf(node.type)
    const shape = ownOf(shapes.queries, name)
    if (!shape) throw refusedSyntax(item, name)
    const scope = this.withNames(item, node)
    const { right, ...first } = node
    const recurs = name === 'RECURSIVE_CTE_NODE'
    // Only the recursive part sees the table that is being defined.
    const own = { names: new Set([lowered(textOf(node.cte_name))]), outer: scope }
    this.left.push({ ...item, kind: 'query', value: right, scope: recurs ? own : scope })
    this.fields({ ...item, scope }, first, shape)
  }

  /** Each WITH query sees the names before it; its own name only when recursive. */
  private withNames(item: Item, node: TreeNode): Scope | null {
    const entries = (node.cte_map as TreeNode | undefined)?.map
    let { scope } = item
    if (!Array.isArray(entries)) return scope
    for (const entry of entries as TreeNode[]) {
      const {
        aliases: _aliases,
        materialized: _materialized,
        query,
        key_targets,
        ...rest
      } = entry.value as TreeNode
      this.expect(Object.keys(rest).length === 0, item, Object.keys(rest).join())
      this.left.push({ ...item, kind: 'statement', value: query, scope })
      this.left.push({ ...item, kind: 'expression', value: key_targets, scope })
      scope = { names: new Set([lowered(textOf(entry.key))]), outer: scope }
    }
    return scope
  }

  /** The queries inside were checked by `withNames`. */
  private names(item: Item, node: TreeNode): void {
    for (const field of Object.keys(node)) this.expect(field === 'map', item, field)
  }

  private fields(item: Item, node: TreeNode, shape: Shape): void {
    for (const field of Object.keys(node).reverse()) {
      const kind = ownOf(shape, field)
      if (kind && kind !== 'nothing') this.left.push({ ...item, kind, value: node[field] })
      else this.expect(isEmpty(node[field]), item, field)
    }
  }

  private expect(fine: boolean, item: Item, name: string): void {
    if (!fine) throw refusedSyntax(item, name)
  }
}

function refusedSyntax(item: Item, name: string): Refused {
  return new Refused({ reason: { what: 'syntax', name }, byte: item.byte })
}

const ownOf = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)

function isVisible(scope: Scope | null, name: string): boolean {
  for (let at = scope; at; at = at.outer) if (at.names.has(name)) return true
  return false
}

function visibleNames(scope: Scope | null): string[] {
  const names: string[] = []
  for (let at = scope; at; at = at.outer) names.push(...at.names)
  return names
}
