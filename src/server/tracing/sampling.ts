// Which traces reach the collector. What began here or is ours goes by the share that is set; a known caller may
// leave its traces out; a stranger decides nothing, since whoever chooses a trace's id could choose one that counts.
import { type Context, createContextKey, type SpanContext, TraceFlags, trace } from '@opentelemetry/api'
import {
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { SpanStart } from './spans.ts'

export const parentKey = createContextKey('who named the parent')

export class OwnSampler implements Sampler {
  readonly #share: number
  readonly #byId: TraceIdRatioBasedSampler

  constructor(share: number) {
    this.#share = share
    this.#byId = new TraceIdRatioBasedSampler(share)
  }

  shouldSample(context: Context, traceId: string, ...rest: unknown[]): SamplingResult {
    const parent = trace.getSpanContext(context)
    const from = context.getValue(parentKey) as SpanStart['parentFrom']
    const isSampled = this.#decides(parent, from, () => this.#takes(traceId, context, rest))
    return { decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
  }

  /** By the share and the trace's id alone. */
  #takes(traceId: string, context: Context, rest: unknown[]): boolean {
    const ask = this.#byId.shouldSample.bind(this.#byId) as (...all: unknown[]) => SamplingResult
    return ask(context, traceId, ...rest).decision === SamplingDecision.RECORD_AND_SAMPLED
  }

  #decides(parent: SpanContext | undefined, from: SpanStart['parentFrom'], byId: () => boolean): boolean {
    if (!parent) return byId()
    const isSet = (parent.traceFlags & TraceFlags.SAMPLED) !== 0
    if (!parent.isRemote || from === 'ours') return isSet
    return from === 'known' ? isSet && byId() : Math.random() < this.#share
  }

  toString(): string {
    return `OwnSampler(${this.#share})`
  }
}
