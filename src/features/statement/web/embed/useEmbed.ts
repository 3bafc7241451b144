// State of an embed: its reports, the chosen one's figures, the reader's conditions.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { YearDays } from '#web/calendar/source.ts'
import { type EmbeddedView, openEmbed, readEmbedReport } from '#features/embed/contract.ts'
import type { ReportTable } from '#features/statement/contract.ts'
import { type EmbedAddress, excessOf, questionOf, readEmbedAddress, writeEmbedAddress } from './address.ts'
import { EmbedProblem, embedCall } from './embedCalls.ts'

export interface EmbedFigures {
  table: ReportTable
  labels: Record<string, Record<string, string>>
  years: YearDays[]
}

type Report = EmbeddedView['reports'][number]

export interface EmbedState {
  view: EmbeddedView | null
  report: Report | null
  address: EmbedAddress
  figures: EmbedFigures | null
  /** All shared figures of the report: the choices for narrowing. */
  whole: EmbedFigures | null
  busy: boolean
  problem: EmbedProblem | null
  /** Loads them, where the address already narrowed the first figures. */
  readWhole: () => void
  change: (part: Partial<EmbedAddress>) => void
  retry: () => void
}

export function useEmbed(): EmbedState {
  const [address, setAddress] = useState(() => readEmbedAddress(window.location))
  const [view, setView] = useState<EmbeddedView | null>(null)
  const [figures, setFigures] = useState<EmbedFigures | null>(null)
  const [problem, setProblem] = useState<EmbedProblem | null>(null)
  const [busy, setBusy] = useState(true)
  const [tries, setTries] = useState(0)
  const [wholes, setWholes] = useState<ReadonlyMap<number, EmbedFigures>>(new Map())
  const reading = useRef(new Set<number>())
  const report = view?.reports.find(({ id }) => id === address.report) ?? view?.reports[0] ?? null
  const reportId = report?.id
  const { id } = address
  const question = JSON.stringify(questionOf(address))
  const excess = excessOf(address.filters)

  const refuse = useCallback((error: unknown) => {
    setBusy(false)
    setProblem(error instanceof EmbedProblem ? error : new EmbedProblem('暂时无法显示，请稍后再试', 'retry'))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew.
  useEffect(() => {
    const leaving = new AbortController()
    const isWhole = readEmbedAddress(window.location).whole
    if (!isWhole) {
      refuse(new EmbedProblem('地址里的条件或日期写法有误', 'address'))
      return
    }
    embedCall(openEmbed, { id }, {}, leaving.signal).then(setView, (error: unknown) => {
      if (!leaving.signal.aborted) refuse(error)
    })
    return () => leaving.abort()
  }, [id, tries, refuse])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew.
  useEffect(() => {
    if (reportId === undefined) return
    if (excess) return refuse(new EmbedProblem(excess, 'conditions'))
    const leaving = new AbortController()
    setBusy(true)
    embedCall(readEmbedReport, { id, reportId }, JSON.parse(question), leaving.signal).then(
      (answer) => {
        const shown = answer as EmbedFigures
        if (question === '{}') setWholes((known) => new Map(known).set(reportId, shown))
        setFigures(shown)
        setProblem(null)
        setBusy(false)
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) refuse(error)
      },
    )
    return () => leaving.abort()
  }, [id, reportId, question, excess, tries, refuse])

  const change = useCallback((part: Partial<EmbedAddress>) => {
    setAddress((now) => {
      const next = { ...now, ...part }
      const search = writeEmbedAddress(window.location.search, next)
      window.history.replaceState(null, '', `${window.location.pathname}${search && `?${search}`}`)
      return next
    })
    // Figures of another report are not this one's.
    if (part.report !== undefined) setFigures(null)
  }, [])
  const retry = useCallback(() => {
    setProblem(null)
    setBusy(true)
    setTries((count) => count + 1)
  }, [])
  const isEmpty = view !== null && report === null
  const whole = reportId === undefined ? null : (wholes.get(reportId) ?? null)
  const isKnown = whole !== null
  const readWhole = useCallback(() => {
    if (reportId === undefined || isKnown || reading.current.has(reportId)) return
    reading.current.add(reportId)
    embedCall(readEmbedReport, { id, reportId })
      .then((answer) => setWholes((known) => new Map(known).set(reportId, answer as EmbedFigures)))
      // The displayed values are offered; opening the bar again retries.
      .catch(() => undefined)
      .finally(() => reading.current.delete(reportId))
  }, [id, reportId, isKnown])
  return { view, report, address, figures, whole, busy: busy && !isEmpty, problem, readWhole, change, retry }
}
