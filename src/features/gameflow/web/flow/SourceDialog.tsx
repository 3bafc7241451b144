// Configures the source of the facts (tables and columns of the warehouse); users without permission can only
// read it.

import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Field } from '#web/form/types.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import {
  type FlowPlace,
  type FlowSourceInfo,
  getGameFlowSource,
  saveGameFlowSource,
} from '#features/gameflow/contract.ts'
import { workOnFigures } from './shownFigures.ts'

/** Loads the data before opening, because replacing one dialog by another loses keys pressed meanwhile. */
export async function showSource(): Promise<void> {
  try {
    const info = await call(getGameFlowSource, {}, { loading: '正在读取数据来源...' })
    showDialog(info.editable ? <SourceForm info={info} /> : <SourceTold info={info} />)
  } catch {
    // The client has shown the error.
  }
}

const SourceTold = ({ info }: { info: FlowSourceInfo }) => (
  <TitledDialog title="流水的数据来源" onClose={closeDialog}>
    <div className="bp6-dialog-body">
      <Told info={info} />
    </div>
  </TitledDialog>
)

function Told({ info: { definition, problem, modifiedBy } }: { info: FlowSourceInfo }) {
  return (
    <>
      {problem && <p>{problem}</p>}
      {definition && (
        <p>
          订单取自 {definition.orders.table}（金额列 {definition.orders.amount}），退款取自{' '}
          {definition.refunds ? definition.refunds.table : '手工记录'}。
          {modifiedBy && `由 ${modifiedBy} 设置。`}
        </p>
      )}
      <p className="flow-muted">只有可看全部游戏、有「报表配置」权限的人可以修改。</p>
    </>
  )
}

interface Values {
  orders: string
  ordersDay: string
  ordersGame: string
  ordersChannel: string
  ordersServer: string
  ordersCurrency: string
  fixedCurrency: string
  ordersAmount: string
  ordersWhere: string
  ordersValues: readonly string[]
  refunds: string
  refundsDay: string
  refundsGame: string
  refundsChannel: string
  refundsServer: string
  refundsCurrency: string
  refundsAmount: string
  refundsWhere: string
  refundsValues: readonly string[]
  unit: string
  toleranceAmount: string
  tolerancePercent: string
}

type Side = 'orders' | 'refunds'
type ValuesKey = `${Side}Values`
type TextKey = Exclude<keyof Values, ValuesKey>
const key = (side: Side, part: string) => `${side}${part}` as TextKey
const valuesKey = (side: Side): ValuesKey => `${side}Values`

function placeValues(side: Side, place: FlowPlace | null | undefined): Partial<Values> {
  return {
    [side]: place?.table ?? '',
    [key(side, 'Day')]: place?.day ?? '',
    [key(side, 'Game')]: place?.game ?? '',
    [key(side, 'Channel')]: place?.channel ?? '',
    [key(side, 'Server')]: place?.server ?? '',
    [key(side, 'Currency')]: place?.currency ?? '',
    [key(side, 'Amount')]: place?.amount ?? '',
    [key(side, 'Where')]: place?.where?.column ?? '',
    [valuesKey(side)]: place?.where?.values ?? [],
  }
}

function placeOf(side: Side, values: Values): FlowPlace {
  const column = values[key(side, 'Where')]
  const wanted = values[valuesKey(side)]
  return {
    table: values[side],
    day: values[key(side, 'Day')],
    game: values[key(side, 'Game')],
    channel: values[key(side, 'Channel')],
    server: values[key(side, 'Server')],
    currency: values[key(side, 'Currency')],
    fixedCurrency: values.fixedCurrency,
    amount: values[key(side, 'Amount')],
    where: column !== '' && wanted.length > 0 ? { column, values: [...wanted] } : null,
  }
}

function placeFields(side: Side, title: string, { tables }: FlowSourceInfo): Field<Values>[] {
  const named = (values: unknown) => tables.find(({ name }) => name === (values as Values)[side])
  const columns = (values: unknown) =>
    (named(values)?.columns ?? []).map((name) => ({ value: name, title: name }))
  const shownWhen = (values: Values) => values[side] !== ''
  const none = side === 'refunds' ? '没有，只用手工记录' : '请选择'
  const column = (part: string, label: string, optional?: string): Field<Values> =>
    ({
      name: key(side, part),
      label: `${title}：${label}`,
      kind: 'select',
      half: true,
      shownWhen,
      choices: (values: unknown) => [{ value: '', title: optional ?? '请选择' }, ...columns(values)],
    }) as Field<Values>
  return [
    {
      name: side,
      label: `${title}的数据表`,
      kind: 'select',
      choices: [
        { value: '', title: none },
        ...tables.map(({ name, comment }) => ({
          value: name,
          title: comment ? `${name}　${comment}` : name,
        })),
      ],
    },
    column('Day', '日期'),
    column('Amount', '金额'),
    column('Game', '游戏'),
    column('Channel', '渠道'),
    column('Server', '区服', '没有'),
    column('Currency', '币种', '没有，都是同一币种'),
    column('Where', '只算某列', '全部行'),
    {
      name: valuesKey(side),
      label: `${title}：为这些值`,
      kind: 'tags',
      half: true,
      placeholder: 'pay，renew',
      shownWhen: (values: Values) => shownWhen(values) && values[key(side, 'Where')] !== '',
    } as Field<Values>,
  ]
}

export function SourceForm({ info }: { info: FlowSourceInfo }) {
  const { definition, tolerance, revision } = info
  const initial = {
    ...placeValues('orders', definition?.orders),
    ...placeValues('refunds', definition?.refunds),
    fixedCurrency: definition?.orders.fixedCurrency ?? 'CNY',
    unit: definition?.unit ?? 'major',
    toleranceAmount: tolerance.amount,
    tolerancePercent: tolerance.percent,
  } as Values
  return (
    <FormDialog<Values, FlowSourceInfo>
      name="gameFlowSource"
      title="流水的数据来源"
      fields={[
        ...placeFields('orders', '订单', info),
        ...placeFields('refunds', '退款', info),
        {
          name: 'fixedCurrency',
          label: '没有币种列时的币种',
          kind: 'text',
          half: true,
          longest: 3,
          mono: true,
        },
        {
          name: 'unit',
          label: '金额的单位',
          kind: 'select',
          half: true,
          choices: [
            { value: 'major', title: '元（12.50）' },
            { value: 'minor', title: '分（1250）' },
          ],
        },
        { name: 'toleranceAmount', label: '对账容差：金额', kind: 'text', half: true },
        { name: 'tolerancePercent', label: '对账容差：百分比', kind: 'text', half: true },
      ]}
      initial={initial}
      send={(values) =>
        call(
          saveGameFlowSource,
          {
            body: {
              definition: {
                orders: placeOf('orders', values),
                refunds: values.refunds === '' ? null : placeOf('refunds', values),
                unit: values.unit === 'minor' ? 'minor' : 'major',
              },
              tolerance: { amount: values.toleranceAmount, percent: values.tolerancePercent },
              revision,
            },
          },
          quiet,
        )
      }
      valuesOf={() => initial}
      onClose={closeDialog}
      onSaved={() => {
        closeDialog()
        showMessage({ message: '数据来源已保存', intent: 'success' })
        workOnFigures('refresh')
      }}
    />
  )
}
