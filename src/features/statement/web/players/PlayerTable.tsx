// A page of players. Tab comes to one of them, up and down move between them, Enter opens what one did.
import { type KeyboardEvent, useState } from 'react'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import type { Cell, PlayerList } from '#features/statement/contract.ts'
import { figureText, valueText } from '../formats.ts'
import type { Player } from './player.ts'

interface Props {
  list: PlayerList
  /** Null where readers may not see single players. */
  onOpen: ((player: Player) => void) | null
}

const isNumber = (type: string): boolean => /int|decimal|double|float|numeric|real/i.test(type)

export function PlayerTable({ list: { columns, data, rowCount, unit, title }, onOpen }: Props) {
  const [current, setCurrent] = useState(0)
  const text = (at: number, value: Cell): string => {
    const column = columns[at]
    if (value === null) return '–'
    if (column?.name === 'figure') return figureText(value, null, unit)
    return isNumber(column?.type ?? '') ? figureText(value, null, '') : valueText(value)
  }
  const place = (name: string) => columns.findIndex((column) => column.name === name)
  const [game, player] = [place('game'), place('player')]
  const at = (column: number, row: number): string => String(data[column]?.[row] ?? '')
  return (
    <div className="players-table">
      <SmallTable aria-label={title} onKeyDown={walk}>
        <thead>
          <tr>
            {columns.map(({ name, title: own, type }) => (
              <th key={name} className={isNumber(type) ? 'players-figure' : undefined}>
                {own}
                {name === 'figure' && unit && <span className="players-unit">{unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rowCount }, (_, row) => (
            <tr key={`${at(game, row)} ${at(player, row)}`}>
              {columns.map(({ name, type }, column) => (
                <td key={name} className={isNumber(type) ? 'players-figure' : undefined}>
                  {name === 'player' && onOpen ? (
                    <button
                      type="button"
                      className="players-open"
                      tabIndex={row === Math.min(current, rowCount - 1) ? 0 : -1}
                      onFocus={() => setCurrent(row)}
                      onClick={() => onOpen({ game: at(game, row), player: at(player, row) })}
                    >
                      {at(column, row)}
                    </button>
                  ) : (
                    text(column, data[column]?.[row] ?? null)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </div>
  )
}

function walk(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const row = (event.target as Element).closest('tr')
  if (by === undefined || !row) return
  event.preventDefault()
  const next = by > 0 ? row.nextElementSibling : row.previousElementSibling
  next?.querySelector('button')?.focus()
}
