import type { Json } from './json-schema.ts';

const failures: Readonly<Record<number, { readonly description: string; readonly error: string }>> = {
  400: { description: 'The request is invalid', error: 'ReferenceNumber is required' },
  401: { description: 'The credentials or the token are invalid', error: 'Unauthorized' },
  403: { description: 'The account lacks the permission', error: 'Forbidden' },
  404: { description: 'The resource does not exist', error: 'Order WEB-1001 not found' },
  405: { description: 'The path does not support the method', error: 'Method not allowed' },
  409: {
    description: 'The request conflicts with the current state',
    error: 'ReferenceNumber WEB-1001 already exists',
  },
  413: { description: 'The body is too large', error: 'The body is larger than 10 MiB' },
  415: { description: 'The body is compressed', error: 'The content encoding gzip is not supported' },
  429: { description: 'Too many requests', error: 'Too many requests' },
  431: { description: 'The headers are too large', error: 'The headers are larger than 16 KiB' },
  500: { description: 'The service failed', error: 'Internal error' },
  502: { description: 'The service failed; the request may be sent again', error: 'Try again' },
  503: { description: 'The service is unavailable', error: 'Try again later' },
};

const header = (description: string, required: boolean): Json => ({
  description,
  required,
  schema: { type: 'string' },
});

const headersOf: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': header('How to sign in: Bearer', true) },
  405: { Allow: header('The methods that the path supports', true) },
  429: { 'Retry-After': header('Seconds to wait, or the date to wait until', false) },
};

function failureResponse(status: number): Json {
  const { description = '', error = '' } = failures[status] ?? {};
  const headers = headersOf[status];
  const content = {
    'application/json': {
      schema: { $ref: '#/components/schemas/Failure' },
      example: { success: false, error },
    },
    ...(status === 503 ? { 'text/html': { schema: { type: 'string' } } } : {}),
  };
  return { description, ...(headers === undefined ? {} : { headers }), content };
}

/** The error responses for `components.responses`. */
export const failureResponses = (): Record<string, Json> =>
  Object.fromEntries(
    Object.keys(failures).map((status) => [`Failure${status}`, failureResponse(Number(status))]),
  );
