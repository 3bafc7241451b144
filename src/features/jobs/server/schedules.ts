// Schedules for managers: firing times, results, pause and resume.
import type { FoundSchedule } from '#server/jobs/schedule/found.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { ScheduleFires, ScheduleList, ScheduleQuery, ScheduleRow } from '../contract.ts'
import { kindsOf } from './jobs.ts'
import { type JobsDeps, type Sight, sightOf } from './people.ts'
import { ruleText } from './ruleText.ts'
import { type ScheduleNames, scheduleNames } from './scheduleNames.ts'

const usualLimit = 200
const shownFires = 50
const shownNext = 5

export async function listSchedules(
  deps: JobsDeps,
  caller: Caller,
  query: ScheduleQuery,
): Promise<ScheduleList> {
  const { jobs } = deps
  const sight = await sightOf(deps, caller)
  const { search = '', kind, who, paused, offset = 0, limit = usualLimit } = query
  const needle = search.trim().toLowerCase()
  const titles = titlesOf(deps)
  const wanted = sight.idOf(who)
  // Names are known before the search, which looks at all.
  const known = await jobs.schedules.list()
  const names = await scheduleNames(
    deps,
    known.map(({ id }) => id),
  )
  const has = (text: string) => text.toLowerCase().includes(needle)
  const { schedules, total } = await jobs.schedules.page({
    offset,
    limit,
    answers: (row) =>
      sight.mayKnow(row.user_id) &&
      (kind === undefined || row.kind === kind) &&
      (wanted === undefined || row.user_id === wanted) &&
      (paused === undefined || (row.paused === 1) === paused) &&
      (needle === '' ||
        [row.id, titles.get(row.kind) ?? row.kind, names.get(row.id) ?? '', sight.nameOf(row.user_id)].some(
          has,
        )),
  })
  return {
    rows: schedules.map((schedule) => rowOf(deps, { sight, names }, schedule)),
    total,
    kinds: kindsOf(jobs.kinds),
    people: [...sight.names.values()].sort(),
  }
}

const titlesOf = ({ jobs }: JobsDeps) => new Map(jobs.kinds.map(({ name, title }) => [name, title]))

function rowOf(
  deps: JobsDeps,
  { sight: { nameOf }, names }: { sight: Sight; names: ScheduleNames },
  schedule: FoundSchedule,
): ScheduleRow {
  const { last } = schedule
  return {
    id: schedule.id,
    kind: schedule.kind,
    title: titlesOf(deps).get(schedule.kind) ?? schedule.kind,
    name: names.get(schedule.id) ?? '',
    who: nameOf(schedule.userId),
    rule: ruleText(schedule.rule),
    paused: schedule.paused,
    nextAt: schedule.paused ? null : schedule.nextAt,
    lastAt: last?.fire_at ?? null,
    lastState: last?.state ?? '',
    lateMs: last?.late_ms ?? 0,
    missed: schedule.missed,
  }
}

async function seenSchedule(deps: JobsDeps, caller: Caller, id: string) {
  const sight = await sightOf(deps, caller)
  const { schedules } = await deps.jobs.schedules.page({
    offset: 0,
    limit: 1,
    answers: (row) => row.id === id && sight.mayKnow(row.user_id),
  })
  const [schedule] = schedules
  if (!schedule) throw new AppError('object_missing', '没有这个定时，或已被删除')
  const names = await scheduleNames(deps, [id])
  return { schedule, row: rowOf(deps, { sight, names }, schedule) }
}

export async function readSchedule(deps: JobsDeps, caller: Caller, id: string): Promise<ScheduleFires> {
  const { schedule, row } = await seenSchedule(deps, caller, id)
  const fires = await deps.jobs.schedules.fires({ scheduleId: id, most: shownFires })
  return {
    schedule: row,
    next: deps.jobs.schedules.preview(schedule.rule, shownNext).map((at) => at.toISOString()),
    fires: fires.map(({ fire_at, state, late_ms, job_id, missed_to }) => ({
      at: fire_at,
      state,
      lateMs: Number(late_ms),
      jobId: job_id,
      missedTo: missed_to,
    })),
  }
}

export async function pause(
  deps: JobsDeps,
  caller: Caller,
  { id, paused }: { id: string; paused: boolean },
): Promise<ScheduleRow> {
  const { row } = await seenSchedule(deps, caller, id)
  await deps.metadata.transaction(async (db) => {
    const action = paused ? 'schedule.pause' : 'schedule.resume'
    await writeAudit(db, {
      userId: caller.id,
      action,
      detail: { id, kind: row.kind, title: row.name || row.title },
    })
    await (paused ? deps.jobs.schedules.pause(id, db) : deps.jobs.schedules.resume(id, db))
  })
  return (await seenSchedule(deps, caller, id)).row
}
