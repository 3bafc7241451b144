// Converts timestamps and dates in both directions, and computes the distance between two times.
import { useEffect, useState } from 'react'
import { readersZone } from '#shared/moment.ts'
import { useCalendar } from '#web/calendar/useCalendar.ts'
import { installation } from '#web/shell/installation.ts'
import { Choice, Options, Problem, type Result, Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'
import { dayFacts, describeTime, distanceText, spanText } from './describeTime.ts'
import { type ReadTime, readTime, type TimeUnit } from './readTime.ts'
import { clockAt, dateText, isZone } from './zones.ts'

const units = [
  ['auto', '单位自动'],
  ['s', '秒'],
  ['ms', '毫秒'],
  ['us', '微秒'],
  ['ns', '纳秒'],
] as const

const usual = [
  'UTC',
  'Asia/Tokyo',
  'Asia/Singapore',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
]
const browserZone = readersZone

function useNow(): bigint {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return BigInt(now) * 1_000_000n
}

export function TimeTool() {
  const business = installation().zone
  const now = useNow()
  const [text, unit, chosen, custom, other] = [
    useText('time.text'),
    useText('time.unit'),
    useText('time.zone'),
    useText('time.custom'),
    useText('time.other'),
  ]
  const wanted = custom.trim() || chosen || business
  const zone = isZone(wanted) ? wanted : business
  const around = { zone, now, unit: (unit || 'auto') as TimeUnit }
  const isNow = text.trim() === ''
  const read = isNow ? readTime('now', around) : readTime(text, around)
  const zones = [...new Set([business, browserZone(), ...usual])]
  return (
    <>
      <TextField
        field="time.text"
        label="时间戳或日期"
        hint={instrumentHints.time}
        rows={1}
        isWrong={typeof read === 'string'}
      />
      <Options>
        <Choice field="time.unit" label="时间戳的单位" options={units} />
        <Choice
          field="time.zone"
          label="时区"
          options={zones.map((one) => [one, one === business ? `${one}（业务时区）` : one])}
        />
        <TextField
          field="time.custom"
          label="其他 IANA 时区"
          hint="其他时区，如 Asia/Urumqi"
          rows={1}
          isFirst={false}
          isWrong={!isZone(wanted)}
        />
      </Options>
      {typeof read === 'string' ? (
        <Problem>{read}</Problem>
      ) : (
        <Moment read={read} zone={zone} now={now} isNow={isNow} />
      )}
      <h2>相差多久</h2>
      <TextField field="time.other" label="另一个时间" hint="另一个时间，留空不算" rows={1} isFirst={false} />
      {typeof read !== 'string' && <Distance text={other} from={read} around={around} />}
    </>
  )
}

function Moment({ read, zone, now, isNow }: { read: ReadTime; zone: string; now: bigint; isNow: boolean }) {
  const business = installation().zone
  const { nanos, as, note } = read
  const zones = [
    { zone, title: zone === business ? '业务时间' : '所选时区' },
    ...(zone === business ? [] : [{ zone: business, title: '业务时间' }]),
    { zone: 'UTC', title: 'UTC' },
    ...(browserZone() === zone || browserZone() === business
      ? []
      : [{ zone: browserZone(), title: '此电脑' }]),
  ]
  const results: Result[] = describeTime(nanos, zones)
  // For a timestamp the date is the main result, for a date the timestamp.
  const isStamp = as.endsWith('时间戳') || isNow
  const seconds = results.findIndex(({ label }) => label === '秒')
  const ordered = isStamp
    ? results
    : [...results.slice(seconds, seconds + 2), ...results.filter((_, at) => at < seconds || at > seconds + 1)]
  return (
    <>
      <p className="tools-told" role={isNow ? undefined : 'status'}>
        {isNow ? '现在' : `${as}，${distanceText(nanos, now)}`}
        {note && <span className="tools-warning">{note}</span>}
      </p>
      <Results results={ordered} />
      <Day nanos={nanos} zone={zone} />
    </>
  )
}

function Day({ nanos, zone }: { nanos: bigint; zone: string }) {
  const facts = dayFacts(nanos, zone)
  const year = Number(facts.year)
  const isKnown = year >= 1970 && year <= 2100
  const calendar = useCalendar(isKnown ? year : null, isKnown ? year : null)
  const day = dateText(clockAt(nanos, zone))
  const mark = isKnown ? calendar?.marks(day) : undefined
  const holiday = mark ? `${calendar?.nameOf(day) ?? ''}${mark === '休' ? '放假' : '调休上班'}` : ''
  const told = [
    facts.weekday,
    `${facts.weekYear} 年第 ${facts.week} 周`,
    `第 ${facts.quarter} 季度`,
    `当年第 ${facts.dayOfYear} 天，还剩 ${facts.daysInYear - facts.dayOfYear} 天`,
    facts.daysInYear === 366 ? '闰年' : '',
    holiday,
  ]
  return <p className="tools-told">{told.filter(Boolean).join('　')}</p>
}

function Distance({
  text,
  from,
  around,
}: {
  text: string
  from: ReadTime
  around: { zone: string; now: bigint }
}) {
  if (text.trim() === '') return null
  const read = readTime(text, around)
  if (typeof read === 'string') return <Problem>{read}</Problem>
  const apart = read.nanos - from.nanos
  const day = 86_400_000_000_000n
  return (
    <Results
      results={[
        { label: '相差', value: spanText(apart), note: apart < 0n ? '后一个更早' : '' },
        { label: '相差秒数', value: String(apart / 1_000_000_000n) },
        { label: '相差天数', value: (Number((apart * 100n) / day) / 100).toFixed(2) },
      ]}
    />
  )
}
