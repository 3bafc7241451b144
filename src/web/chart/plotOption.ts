// A plot as an ECharts option. Pure. The tip and holiday names are drawn over it by the page, notes and
// limits behind it, at the pixel positions from `plotScale`.

import { heatShade } from '#shared/plot/heatShade.ts'
import { hatchedPlaces, hidesWhatIsBehind, type Plot, type PlotSeries } from '#shared/plot/plot.ts'
import { labelledPlaces, type PlotBox, tickText, type ValueScale } from '#shared/plot/plotScale.ts'
import { colourOf } from './options.ts'
import { ringRadius } from './picking.ts'
import type { PlotTokens } from './tokens.ts'

export type ChartOption = Record<string, unknown>

const baseOf = (tokens: PlotTokens) => ({
  animation: false,
  textStyle: { fontFamily: tokens.family, color: tokens.text, fontSize: 12 },
  color: tokens.series,
})

/** For walked kinds: places from left to right. */
export function walkedOption(plot: Plot, box: PlotBox, scale: ValueScale, tokens: PlotTokens): ChartOption {
  const { places } = plot
  const labels = axisLabelsOf(plot, box.width - box.left - box.right)
  return {
    ...baseOf(tokens),
    grid: {
      left: box.left,
      right: box.right,
      top: box.top,
      bottom: box.bottom,
      outerBoundsMode: 'none',
    },
    xAxis: {
      type: 'value',
      min: -0.5,
      max: places.length - 0.5,
      containShape: false,
      axisLine: { show: true, onZero: false, lineStyle: { color: tokens.grid } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        color: tokens.muted,
        fontSize: 11,
        margin: 6,
        ...labels,
        formatter: (value: number) => places[value]?.label ?? '',
      },
    },
    yAxis: {
      type: 'value',
      min: scale.min,
      max: scale.max,
      interval: scale.step,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        color: tokens.muted,
        fontSize: 11,
        margin: 8,
        formatter: (value: number) => tickText(value, scale),
      },
      splitLine: { lineStyle: { color: tokens.grid } },
    },
    series: [
      backgroundOf(plot, tokens),
      ...plot.series.flatMap((one, at) => expectedOf(one, at, tokens)),
      ...plot.series.flatMap((one) => drawn(plot, one, box, tokens)),
    ],
  }
}

/** A day's label stands for its neighbours and may be left out; names are shortened instead. */
function axisLabelsOf({ places, namesPlaces }: Plot, width: number): ChartOption {
  const labels = places.map(({ label }) => label)
  const room = width / Math.max(1, places.length)
  if (!namesPlaces || room < 36) return { customValues: labelledPlaces(labels, width) }
  return { customValues: labels.map((_, at) => at), width: room - 6, overflow: 'truncate' }
}

/** Tints and hatches are behind everything. */
function backgroundOf(plot: Plot, tokens: PlotTokens) {
  const area = (from: number, to: number, color: unknown) => [
    { xAxis: from - 0.5, itemStyle: { color } },
    { xAxis: to + 0.5 },
  ]
  return {
    type: 'line',
    silent: true,
    data: [],
    z: 0,
    markArea: {
      silent: true,
      z: 0,
      data: [
        ...plot.bands.map(({ from, to }) => area(from, to, tokens.tint)),
        ...hatchedPlaces(plot).map(([from, to]) => area(from, to, tokens.hatch)),
      ],
    },
  }
}

/** The range between lower and upper bound is stacked on the lower bound. */
function expectedOf({ expected, hue }: PlotSeries, at: number, tokens: PlotTokens): ChartOption[] {
  if (!expected) return []
  const { low, high } = expected
  const common = {
    type: 'line',
    silent: true,
    symbol: 'none',
    connectNulls: false,
    z: 1,
    stack: `expected ${at}`,
    stackStrategy: 'all',
    lineStyle: { opacity: 0 },
  }
  const room = high.map((value, place) => {
    const from = low[place] ?? null
    return [place, value === null || from === null ? null : value - from]
  })
  return [
    { ...common, data: low.map((value, place) => [place, value]) },
    { ...common, data: room, areaStyle: { color: colourOf(tokens, hue), opacity: 0.14 } },
  ]
}

const drawn = (plot: Plot, one: PlotSeries, box: PlotBox, tokens: PlotTokens): ChartOption[] =>
  hidesWhatIsBehind(plot.kind) ? columns(plot, one, box, tokens) : lines(plot, one, tokens)

function lines(plot: Plot, one: PlotSeries, tokens: PlotTokens): ChartOption[] {
  const colour = colourOf(tokens, one.hue)
  const from = plot.unfinishedFrom ?? one.values.length
  const points = one.values.map((value, at) => [at, one.ahead?.[at] ? null : value])
  const isSparse = points.length <= 2
  const common = { type: 'line', silent: true, name: one.name, connectNulls: false, z: 3 }
  const shade = plot.kind === 'area' ? { areaStyle: { color: colour, opacity: 0.12 } } : {}
  const before = one.previous?.map((value, at) => [at, value])
  return [
    ...(before
      ? [
          {
            ...common,
            z: 2,
            data: before,
            symbol: 'none',
            lineStyle: {
              width: 1.5,
              type: 'dashed',
              color: plot.series.length === 1 ? tokens.previous : colour,
              opacity: plot.series.length === 1 ? 1 : 0.55,
            },
          },
        ]
      : []),
    {
      ...common,
      ...shade,
      data: points.slice(0, from),
      symbol: isSparse ? 'circle' : lonelyPoints(one.values),
      symbolSize: 5,
      itemStyle: { color: colour },
      lineStyle: { width: 2, color: colour },
    },
    ...(one.ahead ? [aheadLine(one, one.ahead, common, { colour, background: tokens.background })] : []),
    ...(from < points.length
      ? [
          {
            ...common,
            data: points
              .slice(Math.max(0, from - 1))
              .map((value, at) => ({ value, symbol: at === 0 && from > 0 ? 'none' : 'circle' })),
            symbolSize: 7,
            itemStyle: { color: tokens.background, borderColor: colour, borderWidth: 2 },
            lineStyle: { width: 2, type: 'dotted', color: colour },
          },
        ]
      : []),
  ]
}

/** Forecasts, with the fact that each stretch of them begins at. */
function aheadLine(
  { values }: PlotSeries,
  ahead: readonly boolean[],
  common: ChartOption,
  { colour, background }: { colour: string; background: string },
): ChartOption {
  return {
    ...common,
    data: values.map((value, at) => ({
      value: [at, ahead[at] || ahead[at + 1] ? value : null],
      symbol: ahead[at] ? 'circle' : 'none',
    })),
    symbolSize: 6,
    itemStyle: { color: background, borderColor: colour, borderWidth: 2 },
    lineStyle: { width: 2, type: 'dotted', color: colour },
  }
}

/** A value between two missing values is on no line: it is drawn as a point. */
const lonelyPoints = (values: readonly (number | null)[]) => {
  const isLonely = (at: number) => values[at] != null && values[at - 1] == null && values[at + 1] == null
  return values.some((_, at) => isLonely(at))
    ? (_: unknown, { dataIndex }: { dataIndex: number }) => (isLonely(dataIndex) ? 'circle' : 'none')
    : 'none'
}

function columns(plot: Plot, one: PlotSeries, box: PlotBox, tokens: PlotTokens): ChartOption[] {
  const colour = colourOf(tokens, one.hue)
  const isStacked = plot.kind === 'stacked'
  const room = (box.width - box.left - box.right) / Math.max(1, plot.places.length)
  const beside = isStacked ? 1 : plot.series.length * (one.previous ? 2 : 1)
  const width = Math.max(1, Math.min(36, (room * 0.68) / beside))
  const common = { type: 'bar', silent: true, barWidth: width, barGap: '8%', z: 3 }
  const from = plot.unfinishedFrom ?? one.values.length
  return [
    ...(one.previous && !isStacked
      ? [
          {
            ...common,
            data: one.previous.map((value, at) => [at, value]),
            itemStyle: { color: plot.series.length === 1 ? tokens.previous : colour, opacity: 0.4 },
          },
        ]
      : []),
    {
      ...common,
      name: one.name,
      ...(isStacked ? { stack: 'all' } : {}),
      data: one.values.map((value, at) =>
        at < from
          ? [at, value]
          : {
              value: [at, value],
              itemStyle: { opacity: 0.45, borderColor: colour, borderWidth: 1, borderType: 'dashed' },
            },
      ),
      itemStyle: { color: colour },
    },
  ]
}

// ---- kinds that are not walked

export const barHeight = 24

/** Horizontal bars, one row each, with their values after them; as high as its rows. */
export function barsOption(plot: Plot, width: number, tokens: PlotTokens, edge: number): ChartOption {
  const many = plot.series.length > 1
  return {
    ...baseOf(tokens),
    grid: {
      left: edge,
      right: 90,
      top: 4,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { type: 'value', show: false, min: ({ min }: { min: number }) => Math.min(0, min) },
    yAxis: {
      type: 'category',
      inverse: true,
      data: plot.places.map(({ label }) => label),
      axisLine: { lineStyle: { color: tokens.border } },
      axisTick: { show: false },
      axisLabel: { color: tokens.text, fontSize: 12, width: Math.min(180, width / 3), overflow: 'truncate' },
    },
    series: plot.series.map((one) => ({
      type: 'bar',
      silent: true,
      name: one.name,
      data: one.values,
      barMaxWidth: 14,
      barCategoryGap: '30%',
      itemStyle: { color: colourOf(tokens, one.hue), borderRadius: [0, 2, 2, 0] },
      label: {
        show: !many || plot.series.length <= 2,
        position: 'right',
        color: tokens.text,
        fontSize: 12,
        formatter: ({ dataIndex }: { dataIndex: number }) => plot.text(one.values[dataIndex] ?? null),
      },
    })),
  }
}

/** Slices, and the rest of the whole where not all of it is drawn. */
function sectorsOf({ places, series, total }: Plot, tokens: PlotTokens) {
  const values = series[0]?.values ?? []
  // A share of zero or of a negative total has no angle.
  const sectors = places.flatMap(({ label }, at) => {
    const value = values[at] ?? null
    return value !== null && value > 0
      ? [{ name: label, value, itemStyle: { color: colourOf(tokens, at) } }]
      : []
  })
  const drawn = sectors.reduce((sum, { value }) => sum + value, 0)
  const rest = (total ?? drawn) - drawn
  // Overlapping parts (players of two channels) exceed the whole, so there is no rest.
  if (rest > drawn * 1e-9) sectors.push({ name: '其余', value: rest, itemStyle: { color: tokens.previous } })
  return { sectors, whole: total ?? drawn }
}

const percent = (share: number): string => `${share * 100}%`

export function pieOption(plot: Plot, tokens: PlotTokens): ChartOption {
  const { sectors, whole } = sectorsOf(plot, tokens)
  return {
    ...baseOf(tokens),
    series: [
      {
        type: 'pie',
        silent: true,
        radius: [percent(ringRadius.inner), percent(ringRadius.outer)],
        data: sectors,
        itemStyle: { borderColor: tokens.background, borderWidth: 1 },
        label: {
          color: tokens.text,
          fontSize: 12,
          formatter: ({ name, value }: { name: string; value: number }) =>
            `${name}  ${plot.text(value)}  ${((value / whole) * 100).toFixed(1)}%`,
        },
        labelLine: { length: 8, length2: 8, lineStyle: { color: tokens.border } },
      },
    ],
  }
}

export function funnelOption(plot: Plot, tokens: PlotTokens, edge: number): ChartOption {
  const values = plot.series[0]?.values ?? []
  return {
    ...baseOf(tokens),
    series: [
      {
        type: 'funnel',
        silent: true,
        orient: 'horizontal',
        sort: 'none',
        left: edge,
        right: edge,
        top: 44,
        bottom: 12,
        min: 0,
        max: Math.max(1, ...values.map((value) => value ?? 0)),
        minSize: '2%',
        gap: 2,
        data: plot.places.map(({ label }, at) => ({
          name: label,
          value: values[at] ?? 0,
          itemStyle: { color: colourOf(tokens, 0), opacity: Math.max(0.35, 1 - at * 0.14) },
        })),
        itemStyle: { borderWidth: 0 },
        label: { show: false },
        labelLine: { show: false },
      },
    ],
  }
}

interface Drawing {
  value: (at: number) => number
  coord: (at: [number, number]) => [number, number]
  size: (of: [number, number]) => [number, number]
}

/** A row of cells per series, darker for higher values; unfinished cells are hatched. */
export function heatmapOption(plot: Plot, box: PlotBox, tokens: PlotTokens): ChartOption {
  const { places, series } = plot
  const highest = Math.max(1e-9, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const room = (box.width - box.left - box.right) / Math.max(1, places.length)
  const labelled = labelledPlaces(
    places.map(({ label }) => label),
    box.width - box.left - box.right,
  )
  const cells = series.flatMap(({ values }, row) =>
    values.flatMap((value, at) => (value === null ? [] : [[at, row, value]])),
  )
  const accent = colourOf(tokens, 0)
  return {
    ...baseOf(tokens),
    grid: { left: box.left, right: box.right, top: 8, bottom: box.bottom, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: -0.5,
      max: places.length - 0.5,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        color: tokens.muted,
        fontSize: 11,
        margin: 6,
        customValues: labelled,
        formatter: (value: number) => places[value]?.label ?? '',
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: series.map(({ name }) => name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: tokens.muted, fontSize: 11, margin: 8, interval: 0 },
      splitLine: { show: false },
    },
    series: [
      {
        type: 'custom',
        silent: true,
        data: cells,
        renderItem: (_: unknown, api: Drawing) => {
          const [at, row, value] = [api.value(0), api.value(1), api.value(2)]
          const [x, y] = api.coord([at, row])
          const [width, height] = api.size([1, 1])
          const share = value / highest
          const shape = {
            x: x - width / 2 + 0.5,
            y: y - height / 2 + 0.5,
            width: width - 1,
            height: height - 1,
          }
          const rect = (style: Record<string, unknown>) => ({ type: 'rect', shape, style })
          return {
            type: 'group',
            children: [
              rect({ fill: accent, opacity: heatShade(share) }),
              ...(series[row]?.unfinished?.[at] ? [rect({ fill: tokens.hatch })] : []),
              ...(room >= 20 && height >= 14
                ? [
                    {
                      type: 'text',
                      style: {
                        x,
                        y,
                        text: room >= 46 ? plot.text(value) : String(Math.round(value * 100)),
                        align: 'center',
                        verticalAlign: 'middle',
                        fontSize: 11,
                        fontFamily: tokens.family,
                        fill: tokens.text,
                      },
                    },
                  ]
                : []),
            ],
          }
        },
      },
    ],
  }
}
