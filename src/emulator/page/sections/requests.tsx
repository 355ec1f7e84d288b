import type { LoggedRequest } from '../../../contract/control.ts';
import { useData } from '../parts/live.ts';
import { shown } from '../parts/times.ts';
import { Empty, Section } from '../parts/widgets.tsx';

const shownRequests = 40;

/** The latest requests to the service with their answers, newest first. */
export function Requests() {
  const { data, error } = useData<readonly LoggedRequest[]>(`requests?limit=${shownRequests}`);
  return (
    <Section id="requests" title="Last requests" error={error}>
      {data?.length === 0 && <Empty>The service has had no requests yet.</Empty>}
      <ol class="requests">
        {data?.toReversed().map((request) => (
          <li key={request.id}>
            <RequestDetails request={request} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

const toneOf = (status: number): string => (status < 300 ? 'good' : status < 500 ? 'warn' : 'bad');

const pretty = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

const Part = ({ title, value }: { readonly title: string; readonly value: unknown }) =>
  value === undefined ? null : (
    <>
      <h3 class="part-title">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to reach a scrollable part */}
      <pre tabIndex={0}>{pretty(value)}</pre>
    </>
  );

function RequestDetails({ request }: { readonly request: LoggedRequest }) {
  const { at, method, path, query, client, status, assumptions = [], fault, body, answer } = request;
  return (
    <details>
      <summary>
        <span class={`status ${toneOf(status)}`}>{status}</span>
        <span class="call">
          {method} {path}
          {query ? `?${query}` : ''}
        </span>
        <time dateTime={at}>{shown(at).clock}</time>
        <span class="more hint">
          <span>{[client, request.error].filter(Boolean).join(': ')}</span>
        </span>
      </summary>
      {assumptions.length > 0 && (
        <p class="hint">
          The specification is silent on parts of this answer, so the emulator decided:{' '}
          {assumptions.toSorted().join(' ')}
        </p>
      )}
      <Part title="Fault" value={fault} />
      <Part title="Request" value={body} />
      <Part title="Answer" value={answer} />
    </details>
  );
}
