// Commands on the open report's own formulas.
import type { Command } from '#commands/define.ts'

export const formulaCommands = [
  {
    id: 'report.formula',
    title: '新建公式',
    en: 'New formula',
    also: '自建公式 计算 calculated',
    permission: null,
    keys: 'shift+p',
    context: 'report',
    group: '此页',
    icon: 'numerical',
  },
  {
    id: 'report.editFormula',
    title: '编辑自建公式',
    en: 'Edit formula',
    permission: null,
    keys: 'v e',
    context: 'report',
    group: '此页',
    icon: 'edit',
  },
  {
    id: 'report.promoteFormula',
    title: '自建公式转为指标',
    en: 'Make the formula a point',
    permission: null,
    context: 'report',
    group: '此页',
    icon: 'numerical',
  },
] as const satisfies readonly Command<'report'>[]
