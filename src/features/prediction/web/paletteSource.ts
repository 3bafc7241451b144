// 「预测 充值」 in the palette: each point whose days add up, with a preview of its next thirty days.
import { call } from '#web/api/client.ts'
import type { PaletteEntry, PalettePreview } from '#web/shell/palette/entries.ts'
import { type PointTold, predictionOptions, queryConfidenceInterval, turnoverAddress } from '../contract.ts'
import { figureOf } from './turnover/plot.ts'

const options = (signal: AbortSignal) => ({ signal, quiet: true, loading: null }) as const

export async function readForecasts(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { points } = await call(predictionOptions, {}, options(signal))
  return points
    .filter(({ addsUp }) => addsUp)
    .map((point) => ({
      id: `forecast:${point.id}`,
      title: `预测${point.name}`,
      pinyin: `yu ce ${point.pinyin}`,
      icon: 'chart',
      detail: '流水预测',
      go: turnoverAddress({ point: point.id }),
      preview: (own) => previewOf(point, own),
    }))
}

async function previewOf(point: PointTold, signal: AbortSignal): Promise<PalettePreview> {
  const body = { point: point.id, horizon: 30 }
  const { series, ahead } = await call(queryConfidenceInterval, { body }, options(signal))
  const [one] = series
  const sum = one?.sums.find(({ grain }) => grain === 'all')
  const [band] = sum?.bands ?? []
  const text = figureOf(point)
  return {
    title: `预测${point.name}`,
    subtitle: `${ahead[0]} 至 ${ahead.at(-1)}`,
    figure: {
      value: text(sum?.expected ?? null),
      unit: point.unit,
      change: '',
      direction: 'none',
      note: band ? `80% 的把握在 ${text(band.low)} 到 ${text(band.high)} 之间` : '',
    },
    line: [...(one?.figures.slice(-30) ?? []), ...(one?.expected ?? [])],
  }
}
