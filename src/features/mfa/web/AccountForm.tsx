// The form of an account with one-time codes. Its seed can be written but never shown; a current code proves
// it right.
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import {
  algorithms,
  consoleAccount,
  digitCounts,
  type MfaAccount,
  periods,
  saveMfaAccount,
} from '../contract.ts'

interface Values {
  name: string
  seed: string
  code: string
  algorithm: string
  digits: string
  period: number | null
  issuer: string
  account: string
}

interface Props {
  account: MfaAccount | null
  onClose: () => void
  onSaved: (account: MfaAccount) => void
}

const valuesOf = (account: MfaAccount | null): Values => ({
  name: account?.name ?? '',
  seed: '',
  code: '',
  algorithm: account?.algorithm ?? 'SHA1',
  digits: String(account?.digits ?? 6),
  period: account?.period ?? periods.usual,
  issuer: account?.issuer ?? '',
  account: account?.account ?? '',
})

const isAddress = (seed: string) => /^\s*otpauth:/i.test(seed)

export function AccountForm({ account, onClose, onSaved }: Props) {
  const hasSeed = ({ seed }: Values) => account === null || seed.trim() !== ''
  // An otpauth address contains all other values.
  const isLetters = (values: Values) => hasSeed(values) && !isAddress(values.seed)
  return (
    <FormDialog<Values, MfaAccount>
      name={`mfaAccount:${account?.id ?? 'new'}`}
      title={account ? '编辑账号' : '新建动态口令账号'}
      fields={[
        {
          name: 'name',
          label: '名称',
          kind: 'text',
          required: true,
          longest: 100,
          suggestions: [consoleAccount],
          help: `名为 ${consoleAccount} 的账号可以直接打开控制台`,
        },
        {
          name: 'seed',
          label: '密钥',
          kind: 'secret',
          ...(account && { kept: '••••••••' }),
          help: '粘贴 otpauth:// 链接，或二维码下面的 Base32 密钥；加密保存，不再显示',
          check: (seed) => (account === null && seed.trim() === '' ? '请填写密钥' : undefined),
        },
        {
          name: 'algorithm',
          label: '算法',
          kind: 'select',
          half: true,
          choices: algorithms.map((value) => ({ value, title: value })),
          shownWhen: (values) => isLetters(values as Values),
        },
        {
          name: 'digits',
          label: '位数',
          kind: 'select',
          half: true,
          choices: digitCounts.map((count) => ({ value: String(count), title: `${count} 位` })),
          shownWhen: (values) => isLetters(values as Values),
        },
        {
          name: 'period',
          label: '周期',
          kind: 'number',
          half: true,
          unit: '秒',
          whole: true,
          min: periods.least,
          max: periods.most,
          shownWhen: (values) => isLetters(values as Values),
        },
        {
          name: 'code',
          label: '现在的口令',
          kind: 'text',
          half: true,
          mono: true,
          longest: 20,
          help: '验证器上这个账号现在显示的数字，用来确认密钥没有抄错',
          shownWhen: (values) => hasSeed(values as Values),
        },
        { name: 'issuer', label: '服务', kind: 'text', half: true, longest: 100, help: '不填则取链接里的' },
        { name: 'account', label: '账号', kind: 'text', half: true, longest: 100 },
      ]}
      initial={valuesOf(account)}
      send={({ name, seed, code, algorithm, digits, period, issuer, account: user }, against) => {
        const revision = against?.revision ?? account?.revision
        const letters = isAddress(seed)
          ? {}
          : {
              algorithm: algorithms.find((one) => one === algorithm) ?? 'SHA1',
              digits: Number(digits),
              period: period ?? periods.usual,
            }
        const body = {
          id: account?.id ?? -1,
          name,
          issuer,
          account: user,
          ...(seed.trim() !== '' && { seed, code, ...letters }),
          ...(revision !== undefined && { revision }),
        }
        return call(saveMfaAccount, { body }, { quiet: true, loading: null })
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
