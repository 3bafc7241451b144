// Figures of other periods beside rows whose conditions ask for them (plan/compared/pasts.ts).
//
//   SELECT r.*, _past_week_prior."p11" AS "p11_past_week", r."p11" AS "p11_now_week"
//   FROM _rows AS r LEFT JOIN _past_week_prior ON … AND _past_week_prior."d1" = r."d1"
import { rowSource } from '../plan/tree/reached.ts'
import type { PastPlan, PeriodPlan } from '../plan/tree/tree.ts'
import {
  type Beside,
  type OtherPeriods,
  readSection,
  type Section,
  type SectionRows,
  type SectionStart,
  writeSection,
} from './section.ts'
import { indent, select } from './select.ts'
import {
  besideRows,
  partsRead,
  type ReadSides,
  readSides,
  type SidesPlan,
  type WrittenSides,
  writeSides,
} from './sides.ts'
import type { Writer } from './writer.ts'

/** A past period with its facts read. */
interface ReadPast {
  plan: PastPlan
  sides: SidesPlan
  read: ReadSides
}

/** The periods that a section's conditions read. */
export function readPasts(
  { pasts }: PeriodPlan,
  { rowLevel }: Pick<SectionStart, 'rowLevel'>,
  prefix: string,
  writer: Writer,
): ReadPast[] {
  return pasts.map((plan) => {
    const sides = sidesOf(plan, rowLevel)
    return { plan, sides, read: readSides(sides, `${prefix}past_${plan.past}_`, writer) }
  })
}

function sidesOf({ points, compared }: PastPlan, rowLevel: number): SidesPlan {
  return {
    periods: compared === null ? [] : [compared],
    uncompared: compared === null ? [rowLevel] : [],
    points,
  }
}

/** A section whose rows are selected by their past figures. `first`: as in writeSection. */
export function sectionWithPasts(
  period: PeriodPlan,
  prefix: string,
  first: string | null,
  writer: Writer,
): Section {
  const read = readSection(period, prefix, writer)
  const pasts = readPasts(period, read, prefix, writer)
  const held = writePasts(pasts, period, { ...read, first }, writer)
  const section = writeSection(read, first, writer, held)
  return {
    ...section,
    parts: [...read.parts, ...pasts.flatMap(({ read: sides }) => partsRead(sides)), ...section.parts],
  }
}

export function writePasts(
  pasts: ReadPast[],
  period: PeriodPlan,
  start: SectionStart,
  writer: Writer,
): OtherPeriods {
  const written = pasts.map((past) => ({
    ...past,
    written: writeSides(past.read, past.sides, start, writer),
  }))
  return {
    parts: written.flatMap((past) => past.written.parts),
    lost: written.flatMap((past) => past.written.lost),
    beside: (rows) => (written.length === 0 ? null : besidePasts(written, period, rows, writer)),
  }
}

interface WrittenPast extends ReadPast {
  written: WrittenSides
}

function besidePasts(written: WrittenPast[], period: PeriodPlan, rows: SectionRows, writer: Writer): Beside {
  const pasts = written.map((past) => pastOf(past, period, rows, writer))
  return {
    parts: pasts.flatMap(({ parts }) => parts),
    besides(source, columns) {
      const text = select(
        [
          writer.dialect.everything(
            rowSource,
            columns.map((name) => writer.name(name)),
          ),
          ...pasts.flatMap((past) => past.columns),
        ],
        [`FROM ${source}`, ...pasts.flatMap(({ joins }) => joins)],
      )
      return `(\n${indent(text)}\n) AS ${rowSource}`
    },
  }
}

function pastOf(
  { plan: { past, points }, sides, written }: WrittenPast,
  period: PeriodPlan,
  rows: SectionRows,
  writer: Writer,
) {
  const owner = { ...rows, typed: rows.rows }
  const { parts, joins, previous, current, met } = besideRows(written, sides, period, owner, writer)
  const columns = points.flatMap((key) => [
    `${previous(key)} AS ${writer.name(`${key}_past_${past}`)}`,
    `${met(current(key))} AS ${writer.name(`${key}_now_${past}`)}`,
  ])
  return { parts, joins, columns }
}
