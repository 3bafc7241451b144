// @vitest-environment jsdom
// The private members of Blueprint's table that we depend on, checked by name in the installed version.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cell, Column, Grid, Rect, Table } from '@blueprintjs/table'
import { act, cleanup, render } from '@testing-library/react'
import { type Component, isValidElement, type ReactElement } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StackParts } from '#web/table/paint/PooledStack.ts'
import type { TableParts } from '#web/table/paint/PooledTable.tsx'

const root = join(import.meta.dirname, '../../..')
let table: Table & { state: { viewportRect?: Rect } }
let parts: TableParts

beforeAll(() => {
  const cell = () => <Cell>1</Cell>
  const take = (made: Table | null) => {
    if (made) table = made as typeof table
  }
  render(
    <Table numRows={3} ref={take}>
      <Column name="a" cellRenderer={cell} />
      <Column name="b" cellRenderer={cell} />
    </Table>,
  )
  parts = table as unknown as TableParts
})
afterAll(cleanup)

/** A member that `TableParts` names and this does not is told by the type check. */
const members: Record<keyof TableParts, () => void> = {
  columnHeaderHeight: () => expect(parts.columnHeaderHeight).toBe(Grid.MIN_COLUMN_HEADER_HEIGHT),
  grid: () => {
    expect(parts.grid).toBeInstanceOf(Grid)
    expect(parts.grid?.getColumnIndicesInRect(new Rect(0, 0, 10, 10))).toMatchObject({
      columnIndexStart: 0,
      columnIndexEnd: expect.any(Number),
    })
  },
  locator: () => {
    const asked = /this\.locator\??\.(\w+)\(/g
    const names = [...new Set([...library('table.js').matchAll(asked)].map(([, name]) => name))]
    for (const name of ['hasHorizontalOverflowOrExactFit', 'hasVerticalOverflowOrExactFit'] as const) {
      expect(names).toContain(name)
      expect(typeof parts.locator?.[name]).toBe('function')
    }
    expect(typeof parts.locator?.getWidestVisibleCellInColumn).toBe('function')
  },
  refHandlers: () => expect(typeof parts.refHandlers.columnHeader).toBe('function'),
  renderBody: () => {
    const body = parts.renderBody('main')
    const [cells] = body?.props.children ?? []
    expect(isValidElement(cells)).toBe(true)
    const names = Object.keys((cells as ReactElement<object>).props)
    expect(names).toEqual(
      expect.arrayContaining([
        'rowIndexStart',
        'rowIndexEnd',
        'columnIndexStart',
        'columnIndexEnd',
        'viewportRect',
      ]),
    )
  },
  renderTableContents: () => {
    const contents = parts.renderTableContents({}) as ReactElement<{ className: string; tabIndex: number }>
    expect(contents.props.className).toContain('bp6-table-container')
    expect(contents.props.tabIndex).toBe(0)
  },
  updateViewportRect: () => {
    act(() => parts.updateViewportRect(new Rect(0, 0, 123, 45)))
    expect(table.state.viewportRect?.width).toBe(123)
  },
}

it.each(Object.entries(members))('its table has %s, which we replace or read', (_, holds) => holds())

it.each(['renderBody', 'renderTableContents', 'updateViewportRect'] as const)(
  'its table calls %s by that name, so that ours takes its place',
  (name) => {
    expect(Object.hasOwn(table, name)).toBe(true)
    expect(library('table.js')).toContain(`this.${name}`)
  },
)

/** How the library writes each; one that `StackParts` names and this does not is told by the type check. */
const stackParts: Record<Exclude<keyof StackParts, keyof Component>, string> = {
  cache: 'this.cache = new',
  maybeSetQuadrantSizes: 'maybeSetQuadrantSizes = (width, height)',
  renderLeftQuadrantColumnHeader: 'columnHeaderCellRenderer: this.renderLeftQuadrantColumnHeader',
  renderMainQuadrantColumnHeader: 'columnHeaderCellRenderer: this.renderMainQuadrantColumnHeader',
  renderTableOverlay: 'this.renderTableOverlay()',
  syncQuadrantViews: 'this.syncQuadrantViews()',
}

it.each(Object.entries(stackParts))('its stack of quadrants has %s, which we replace or call', (_, written) =>
  expect(library('quadrants/tableQuadrantStack.js')).toContain(written),
)

it('its stack stands first within the table, by a class that ours extends', () => {
  const [stack] = parts.renderTableContents({}).props.children
  expect(stack.type.name).toBe('TableQuadrantStack')
  expect(Object.keys(stack.props)).toEqual(
    expect.arrayContaining(['grid', 'numFrozenColumns', 'numFrozenRows']),
  )
})

it('its table asks the locator for nothing that ours does not tell', () => {
  const asked = ['table.js', 'headers/columnHeader.js', 'tableBody.js'].flatMap((file) =>
    [...library(file).matchAll(/locator\??\s*\.(\w+)\(/g)].map(([, name]) => name),
  )
  const chained = [...library('table.js').matchAll(/^\s+\.(set\w+)\(/gm)].map(([, name]) => name)
  const told = readFileSync(join(root, 'src/web/table/paint/PooledTable.tsx'), 'utf8')
  expect([...asked, ...chained]).toEqual(expect.arrayContaining(['getViewportRect', 'setGrid']))
  for (const name of new Set([...asked, ...chained])) expect(told).toContain(`    ${name}: (`)
})

it.each(['MIN_COLUMN_HEADER_HEIGHT', 'DEFAULT_MAX_COLUMNS', 'DEFAULT_BLEED'] as const)(
  'its grid reads %s',
  (name) => {
    expect(typeof Grid[name]).toBe('number')
    const text = ['common/grid.js', 'headers/columnHeader.js', 'quadrants/tableQuadrantStack.js', 'table.js']
    expect(text.some((file) => library(file).includes(`Grid.${name}`))).toBe(true)
  },
)

it('its table compares heights by the function that we put another in the place of, and keeps them in its state', () => {
  expect(library('table.js')).toContain('Utils.compareSparseArrays(this.props.rowHeights')
  expect(Table.getDerivedStateFromProps(table.props as never, table.state as never)?.rowHeights).toHaveLength(
    3,
  )
})

const ours = globSync('src/**/*.{ts,tsx,css}', { cwd: root }).flatMap((path) => [
  ...readFileSync(join(root, path), 'utf8').matchAll(/\.bp6-(table-[a-z-]*[a-z])\b(?![-$])/g),
])

it.each([...new Set(ours.map(([, name]) => name as string))].sort())(
  'its parts are still called %s',
  (name) => {
    const known = [...library('common/classes.js').matchAll(/\$\{NS\}-(table-[a-z-]+)`/g)].map(([, it]) => it)
    expect(known).toContain(name)
  },
)

function library(file: string): string {
  return readFileSync(join(root, 'node_modules/@blueprintjs/table/lib/esm', file), 'utf8')
}
