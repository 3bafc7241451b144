// Where a source on the network lies: its name is resolved once and checked, and connections go to that address.
// Addresses inside the company's net are reached only where the installation lists them.
import { OutboundProblem } from '../outbound/problem.ts'
import { resolveOnce } from '../outbound/resolve.ts'
import { SourceProblem } from './connector.ts'

/** Private addresses and nets that sources may lie in. */
export type Nets = readonly string[]

const patienceMs = 10_000

/** The address to connect to. */
export async function addressOf(
  host: string,
  nets: Nets,
  field: string,
  signal: AbortSignal,
): Promise<string> {
  if (!/^[\w.:[\]-]+$/.test(host))
    throw new SourceProblem(`「${host}」不是主机名，请只填主机名或 IP 地址`, field)
  try {
    return await resolveOnce(host, nets, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof OutboundProblem && error.fault === 'private')
      throw new SourceProblem(
        `「${host}」在内网；内网地址须由管理员以 SOURCE_NETS=网段（如 10.0.0.0/8）允许`,
        field,
      )
    throw new SourceProblem(`找不到主机「${host}」`, field)
  }
}

/** Why a connection could not be made or broke, from the error of a socket or of TLS; null for other errors. */
export function connectionProblem(
  error: unknown,
  fields: { host: string; port: string; tls: string },
): SourceProblem | null {
  const { code = '' } = error as NodeJS.ErrnoException
  const message = String((error as Error)?.message ?? '')
  if (code === 'ECONNREFUSED') return new SourceProblem('端口没有服务在听（连接被拒绝）', fields.port)
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return new SourceProblem('找不到主机', fields.host)
  if (
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code) ||
    /connect(ion)? time(d )?out|timeout expired/i.test(message)
  )
    return new SourceProblem('连不上：主机没有应答，可能地址、端口不对，或被防火墙拦住', fields.host)
  if (isCertificate.test(code) || (code === 'HANDSHAKE_SSL_ERROR' && /certificate|altname/i.test(message)))
    return new SourceProblem(
      `对方的证书通不过检查（${code === 'HANDSHAKE_SSL_ERROR' ? message.slice(0, 100) : code}）；请填签发它的 CA 证书，或改选不检查证书`,
      fields.tls,
    )
  if (/^(EPROTO|ERR_SSL|ERR_TLS|HANDSHAKE_)/.test(code) || /does not support (SSL|secure)/i.test(message))
    return new SourceProblem('对方不支持 TLS，或版本不合', fields.tls)
  if (
    /^(ECONNRESET|EPIPE|PROTOCOL_CONNECTION_LOST|UND_ERR_SOCKET)$/.test(code) ||
    /terminated unexpectedly|closed state|socket hang up|Connection terminated|aborted$/i.test(message)
  )
    return lost()
  return null
}

export const lost = (): SourceProblem =>
  new SourceProblem('数据库中途断开了，这一批没有载入，下次从头读这一批')

const isCertificate =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_OSSL_PEM|ERR_OSSL_X509)/
