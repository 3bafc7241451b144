// One tile: its head (what it shows, and what of the bar does not reach it), and its figures, text or failure.
import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { memo, type ReactNode, useState } from 'react'
import type { BarPart } from '#semantic/model/board/asked.ts'
import type { BoardTile, DataTile } from '#semantic/model/board/types.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { useTraceOf } from '#web/shell/trace.ts'
import { MenuButton } from '#web/ui/menus/MenuButton.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { Report, ShownBoard } from '#features/statement/contract.ts'
import { businessToday } from '#features/statement/web/dates/days.ts'
import { askOnceMore } from '../asking.ts'
import type { TileAsk } from '../asks.ts'
import { boardWork } from '../boardWork.tsx'
import { useBoard } from '../store.ts'
import { FigureTile } from './FigureTile.tsx'
import { figureTold } from './figure.ts'
import { TextTile } from './TextTile.tsx'
import { type TileFigures, type TileState, useTileAnswer } from './useTileAnswer.ts'
import './tile.css'

const ChartTile = onDemand(async () => (await import('./ChartTile.tsx')).ChartTile)
const TableTile = onDemand(async () => (await import('./TableTile.tsx')).TableTile)
const PivotTile = onDemand(async () => (await import('./PivotTile.tsx')).PivotTile)

/** The charts' code, while the figures are on their way. */
export function warmTiles(): void {
  ChartTile.preload()
  TableTile.preload()
}

interface Props {
  tile: BoardTile
  asked: TileAsk | undefined
  report: Report | undefined
  /** Names of dimensions, for what does not reach it. */
  nameOf: (dim: number) => string
}

export const Tile = memo(function Tile({ tile, asked, report, nameOf }: Props) {
  const state = useTileAnswer(asked)
  const isSource = useBoard(({ cross }) => cross?.tile === tile.id)
  useTraceOf(state.figures?.table.trace)
  const figure = useBoard(({ shown }) => figureName(tile, shown))
  const title = titleOf(tile, report, figure, state)
  return (
    <article
      className="tile"
      data-tile={tile.id}
      data-kind={tile.kind}
      data-source={isSource || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: tiles are chosen by arrow keys.
      tabIndex={0}
      aria-label={title || '文字'}
      aria-busy={asked !== undefined && (state.isOld || (!state.figures && !state.failure))}
    >
      {(tile.kind !== 'text' || tile.title) && (
        <header className="tile-head">
          <h2 title={title}>{title}</h2>
          {tile.kind !== 'text' && <Sub tile={tile} state={state} />}
          {asked && asked.missed.length > 0 && (
            <span className="tile-missed" title={missedText(asked.missed, nameOf)}>
              {missedText(asked.missed, nameOf)}
            </span>
          )}
          <TileMenu tile={tile} />
        </header>
      )}
      {tile.kind === 'text' && !tile.title && <TileMenu tile={tile} floats />}
      <div className="tile-body" data-old={state.isOld || undefined}>
        {tile.kind === 'text' ? (
          <TextTile text={tile.text} />
        ) : (
          <Body tile={tile} title={title} asked={asked} state={state} />
        )}
      </div>
    </article>
  )
})

/** Known before its figures come, so that no title changes then. */
const figureName = (tile: BoardTile, shown: ShownBoard | null): string | undefined =>
  tile.kind === 'figure'
    ? shown?.reaches.find(({ report }) => report === tile.report)?.figures.find(({ key }) => key === tile.key)
        ?.title
    : undefined

function titleOf(
  tile: BoardTile,
  report: Report | undefined,
  figure: string | undefined,
  { figures }: TileState,
): string {
  if (tile.title) return tile.title
  if (tile.kind === 'text') return ''
  const column = tile.kind === 'figure' && figures?.table.columns.find(({ key }) => key === tile.key)
  return figure || (column ? column.title : '') || report?.reportName || '报表'
}

/** Its days, in muted words; what is late is marked. */
function Sub({ tile, state: { figures } }: { tile: DataTile; state: TileState }) {
  if (!figures) return null
  const told = tile.kind === 'figure' ? figureTold(tile, figures, businessToday()) : null
  const { range } = figures.table
  const days =
    range && (range.from === range.to ? range.from : `${range.from.slice(5)} – ${range.to.slice(5)}`)
  const text = `${(told ? told.when : days) ?? ''}${told?.isLate ? '，之后的还没有到' : ''}`
  return (
    <span className="tile-sub" data-late={told?.isLate || undefined} title={text}>
      {text}
    </span>
  )
}

const partWords = { dateRange: '日期', grain: '粒度', compare: '对比' } as const

function missedText(missed: readonly BarPart[], nameOf: (dim: number) => string): string {
  const words = missed.flatMap((part) =>
    typeof part === 'string' ? [partWords[part]] : part.dims.map(nameOf),
  )
  return `不受${[...new Set(words)].join('、')}影响`
}

interface BodyProps {
  tile: DataTile
  title: string
  asked: TileAsk | undefined
  state: TileState
}

function Body({ tile, title, asked, state: { figures, failure } }: BodyProps): ReactNode {
  if (!asked) return <p className="tile-note">这一块的报表已被删除，或移到了别的视图。可以移除这一块。</p>
  if (failure) {
    const again = () => askOnceMore(asked.asks.map(({ ask }) => ask.key))
    return <FailureLine failure={failure} onRetry={again} />
  }
  if (!figures) return <div className="tile-wait bp6-skeleton" role="status" aria-label="加载中..." />
  if (figures.table.rowCount === 0) return <p className="tile-note">没有符合条件的数据</p>
  return <Shown tile={tile} title={title} figures={figures} />
}

function Shown({ tile, title, figures }: { tile: DataTile; title: string; figures: TileFigures }) {
  switch (tile.kind) {
    case 'figure':
      return <FigureTile tile={tile} figures={figures} />
    case 'chart':
      return <ChartTile tile={tile.id} title={title} figures={figures} />
    case 'table':
      return <TableTile tile={tile.id} title={title} figures={figures} />
    case 'pivot':
      return <PivotTile title={title} figures={figures} />
  }
}

/** What can be done with the tile; the same as its keys do. */
function TileMenu({ tile, floats = false }: { tile: BoardTile; floats?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const editable = useBoard(({ shown }) => shown?.editable ?? false)
  const item = (command: keyof typeof boardWork, text: string, danger = false) => (
    <MenuItem
      text={text}
      intent={danger ? 'danger' : 'none'}
      labelElement={<KeyHint command={command} />}
      onClick={() => {
        setOpen(false)
        boardWork[command](tile.id)
      }}
    />
  )
  const isData = tile.kind !== 'text'
  return (
    <span className={floats ? 'tile-menu tile-menu-floats' : 'tile-menu'}>
      <MenuButton
        className="bp6-button bp6-minimal bp6-small"
        label="这一块的操作"
        placement="bottom-end"
        isOpen={isOpen}
        onToggle={setOpen}
        menu={
          <Menu size="small">
            {isData && item('board.openReport', '打开报表')}
            {isData && item('board.explain', '变化来自谁')}
            {isData && item('board.only', '只看其中一项…')}
            {editable && isData && <MenuDivider />}
            {editable && item('board.change', '设置…')}
            {editable && item('board.remove', '移除', true)}
          </Menu>
        }
      >
        <span aria-hidden="true">⋯</span>
      </MenuButton>
    </span>
  )
}
