// Why a request to an external server failed.

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

/** The message contains no header and no body, which hold secrets. */
export class OutboundProblem extends Error {
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, options?: ErrorOptions) {
    super(fault, options)
    this.name = 'OutboundProblem'
    this.fault = fault
  }
}

/** Classifies the error of a socket or its TLS. */
export function faultOf(error: unknown): OutboundFault {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'refused'
  if (isOfTls(code)) return 'certificate'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')) return 'broken'
  return 'unreachable'
}

/** OpenSSL's error codes for an invalid certificate, or a server without TLS. */
const isOfTls = (code: string): boolean =>
  /CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|^CRL_|^INVALID_(CA|PURPOSE)|^PATH_LENGTH|^EPROTO$/.test(
    code,
  )
