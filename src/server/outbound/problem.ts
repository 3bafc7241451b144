// Why somebody else's server could not be asked.

export type OutboundFault =
  | 'unresolved'
  | 'private'
  | 'unreachable'
  | 'refused'
  | 'broken'
  | 'certificate'
  | 'slow'
  | 'redirect'
  | 'large'

/** The message names no header and no body: they hold secrets. */
export class OutboundProblem extends Error {
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, options?: ErrorOptions) {
    super(fault, options)
    this.name = 'OutboundProblem'
    this.fault = fault
  }
}

/** What a socket or its TLS failed of. */
export function faultOf(error: unknown): OutboundFault {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'refused'
  if (isOfTls(code)) return 'certificate'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')) return 'broken'
  return 'unreachable'
}

/** OpenSSL's words for a certificate that does not hold, and a server that speaks no TLS. */
const isOfTls = (code: string): boolean =>
  /CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|^CRL_|^INVALID_(CA|PURPOSE)|^PATH_LENGTH|^EPROTO$/.test(
    code,
  )
