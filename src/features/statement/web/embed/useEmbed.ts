// What an embed shows: its reports, the figures of the one in front, what narrows them.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { YearDays } from '../../../../web/calendar/source.ts'
import { type EmbeddedView, openEmbed, readEmbedReport } from '../../../embed/contract.ts'
import type { ReportTable } from '../../contract.ts'
import { type EmbedAddress, questionOf, readEmbedAddress, writeEmbedAddress } from './address.ts'
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
  /** All that is shared of the report: what can be chosen to narrow it. */
  whole: EmbedFigures | null
  busy: boolean
  problem: EmbedProblem | null
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
  const wholes = useRef(new Map<number, EmbedFigures>())
  const report = view?.reports.find(({ id }) => id === address.report) ?? view?.reports[0] ?? null
  const reportId = report?.id
  const { id } = address
  const question = JSON.stringify(questionOf(address))

  const refuse = useCallback((error: unknown) => {
    setBusy(false)
    setProblem(error instanceof EmbedProblem ? error : new EmbedProblem('暂时无法显示，请稍后再试', true))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew.
  useEffect(() => {
    const leaving = new AbortController()
    const isWhole = readEmbedAddress(window.location).whole
    if (!isWhole) {
      refuse(new EmbedProblem('地址里的条件或日期写法有误，请联系提供此页的人', false))
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
    const leaving = new AbortController()
    setBusy(true)
    embedCall(readEmbedReport, { id, reportId }, JSON.parse(question), leaving.signal).then(
      (answer) => {
        const shown = answer as EmbedFigures
        if (question === '{}') wholes.current.set(reportId, shown)
        setFigures(shown)
        setProblem(null)
        setBusy(false)
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) refuse(error)
      },
    )
    return () => leaving.abort()
  }, [id, reportId, question, tries, refuse])

  const change = useCallback((part: Partial<EmbedAddress>) => {
    setAddress((now) => {
      const next = { ...now, ...part }
      const search = writeEmbedAddress(window.location.search, next)
      window.history.replaceState(null, '', `${window.location.pathname}${search && `?${search}`}`)
      return next
    })
    // The figures of another report are not this one's.
    if (part.report !== undefined) setFigures(null)
  }, [])
  const retry = useCallback(() => {
    setProblem(null)
    setBusy(true)
    setTries((count) => count + 1)
  }, [])
  const whole = reportId === undefined ? null : (wholes.current.get(reportId) ?? null)
  return { view, report, address, figures, whole, busy, problem, change, retry }
}
