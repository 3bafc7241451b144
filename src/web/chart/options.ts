// A chart's data as an ECharts option, with the look's tokens. Pure.

import { emptyText } from '#shared/nothing.ts'
import type { ChartTokens } from './tokens.ts'

export const chartTypes = ['line', 'bar', 'pie', 'scatter'] as const
export type ChartType = (typeof chartTypes)[number]

interface ChartSeries {
  name: string
  values: (number | null)[]
}

export interface ChartData {
  type: ChartType
  /** Title of the x axis. */
  xName: string
  /** Above the value axis: the unit, or what is counted. */
  valueName: string
  x: readonly (string | number | null)[]
  series: readonly ChartSeries[]
  /** Series that the reader switched off, by index. */
  off: ReadonlySet<number>
}

const shown = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const short = new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumFractionDigits: 1 })

export const figureText = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? shown.format(value) : '–'

export const xText = (value: string | number | null): string => (value === null ? emptyText : String(value))

/** Series names may contain anything, and ECharts' tool tips are HTML. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

export const colourOf = (tokens: ChartTokens, index: number): string =>
  tokens.series[index % tokens.series.length] ?? tokens.text

/** For pies: the sectors are the points of one series. */
export const sectorsOf = ({ x, series }: Pick<ChartData, 'x' | 'series'>) =>
  x.map((value, index) => ({ name: xText(value), value: series[0]?.values[index] ?? null }))

export function chartOption(data: ChartData, tokens: ChartTokens): Record<string, unknown> {
  const base = {
    animation: false,
    aria: { enabled: true },
    textStyle: { fontFamily: tokens.family, color: tokens.text, fontSize: 12 },
    color: tokens.series,
    tooltip: tooltipOf(data, tokens),
  }
  return data.type === 'pie' ? { ...base, ...pie(data, tokens) } : { ...base, ...axes(data, tokens) }
}

interface TipPart {
  seriesName: string
  name: string
  marker: string
  value: unknown
}

function tooltipOf(data: ChartData, tokens: ChartTokens) {
  const line = ({ marker, value }: TipPart, name: string) =>
    `${marker}${escaped(name)} <b>${figureText(Array.isArray(value) ? value[1] : value)}</b>`
  const isItem = data.type === 'pie' || data.type === 'scatter'
  return {
    trigger: isItem ? 'item' : 'axis',
    confine: true,
    backgroundColor: tokens.popup,
    borderColor: tokens.border,
    borderWidth: 1,
    padding: [6, 10],
    textStyle: { color: tokens.text, fontSize: 12 },
    transitionDuration: 0,
    axisPointer: { type: data.type === 'bar' ? 'shadow' : 'line' },
    formatter: (given: TipPart | TipPart[]) => {
      if (!Array.isArray(given)) {
        const x = Array.isArray(given.value) ? xText(given.value[0] as string) : given.name
        return `${escaped(x)}<br>${line(given, data.type === 'pie' ? '' : given.seriesName)}`
      }
      const parts = given.slice(0, 20).map((part) => line(part, part.seriesName))
      return [escaped(given[0]?.name ?? ''), ...parts].join('<br>')
    },
  }
}

function pie(data: ChartData, tokens: ChartTokens) {
  const sectors = sectorsOf(data)
    .map((slice, index) => ({ ...slice, itemStyle: { color: colourOf(tokens, index) } }))
    // A share of zero or of a negative total has no angle.
    .filter(({ value }, index) => !data.off.has(index) && value !== null && value > 0)
  return {
    series: [
      {
        type: 'pie',
        radius: ['38%', '70%'],
        data: sectors,
        itemStyle: { borderColor: tokens.background, borderWidth: 1 },
        label: { color: tokens.text, formatter: '{b} {d}%' },
        labelLine: { lineStyle: { color: tokens.border } },
      },
    ],
  }
}

/** Numbers on both axes: a scatter plot whose x values are all numbers. */
const isNumeric = ({ type, x }: ChartData): boolean =>
  type === 'scatter' && x.every((value) => value === null || typeof value === 'number')

function axes(data: ChartData, tokens: ChartTokens) {
  const axisLine = { lineStyle: { color: tokens.border } }
  const label = { color: tokens.muted, fontSize: 11 }
  const numeric = isNumeric(data)
  const name = { nameTextStyle: { color: tokens.muted, fontSize: 11 } }
  const xAxis = {
    type: numeric ? 'value' : 'category',
    name: data.xName,
    nameLocation: 'end',
    ...name,
    ...(numeric ? { scale: true } : { data: data.x.map(xText), boundaryGap: data.type === 'bar' }),
    axisLine,
    axisTick: { show: false },
    axisLabel: numeric ? { ...label, formatter: (value: number) => short.format(value) } : label,
    splitLine: { show: false },
  }
  return {
    grid: {
      left: 12,
      right: 60,
      top: 32,
      bottom: 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    // Ctrl and the wheel zoom into many points; without Ctrl the page scrolls.
    dataZoom: [{ type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, filterMode: 'none' }],
    xAxis,
    yAxis: {
      type: 'value',
      name: data.valueName,
      ...name,
      // The axis starts at zero: otherwise bars and lines misrepresent their size.
      scale: data.type === 'scatter',
      axisLine: { show: false },
      axisLabel: { ...label, formatter: (value: number) => short.format(value) },
      splitLine: { lineStyle: { color: tokens.grid } },
    },
    series: data.series.flatMap((one, index) =>
      data.off.has(index) ? [] : [seriesOf(data, one, colourOf(tokens, index), numeric)],
    ),
  }
}

const manyPoints = 200

function seriesOf(data: ChartData, { name, values }: ChartSeries, colour: string, numeric: boolean) {
  const common = { name, itemStyle: { color: colour }, emphasis: { focus: 'series' } }
  if (data.type === 'bar') return { ...common, type: 'bar', barMaxWidth: 48, data: values }
  if (data.type === 'scatter') {
    const points = numeric ? values.map((value, at) => [data.x[at], value]) : values
    return { ...common, type: 'scatter', symbolSize: 7, large: values.length > 2_000, data: points }
  }
  return {
    ...common,
    type: 'line',
    lineStyle: { width: 2, color: colour },
    symbol: 'circle',
    symbolSize: 5,
    showSymbol: values.length <= manyPoints / 4,
    connectNulls: false,
    data: values,
  }
}
