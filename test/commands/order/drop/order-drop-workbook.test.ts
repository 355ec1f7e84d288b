import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderWorkbook } from '../../../support/workbooks/orders.ts';
import { openDropFolder } from './drop-folder.ts';

it('takes workbooks, and puts a workbook with the failed rows beside one that failed', async () => {
  const { folder, service, drop, inside } = await openDropFolder();
  writeFileSync(join(folder, 'good.xlsx'), await orderWorkbook([{}]));
  writeFileSync(
    join(folder, 'bad.xlsm'),
    await orderWorkbook([{ ReferenceNumber: 'R-2', Qty: 'x' }, { ReferenceNumber: 'R-3' }]),
  );
  writeFileSync(join(folder, '~$good.xlsx'), 'the mark of an open workbook');
  const { code } = await drop(['--skip-invalid', '--settle', '0s']);
  expect([code, [...service.stored.keys()].sort()]).toEqual([9, ['R-1', 'R-3']]);
  expect([inside(), inside('done'), inside('failed')]).toMatchObject([
    ['done', 'failed', '~$good.xlsx'],
    ['good.xlsx'],
    ['bad.xlsm', 'bad.xlsm.failed.xlsx', 'bad.xlsm.report.json', 'bad.xlsm.report.txt'],
  ]);
});
