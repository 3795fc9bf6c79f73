// The official OpenAI client, unmodified and with its own retries on, against a running gateway. The simulator's request
// log (PROVIDER_LOG) is the judge of what was sent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'node:test';
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: process.env.GATEWAY_URL, apiKey: process.env.GATEWAY_KEY });
const MODEL = 'deepseek-v4-flash';

const ask = (text, more = {}) => ({ model: MODEL, messages: [{ role: 'user', content: text }], ...more });
const unique = () => `question ${randomUUID()}`;

function sendsOf(text) {
  const digest = createHash('sha256').update(text).digest('hex');
  return readFileSync(process.env.PROVIDER_LOG, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line))
    .filter((entry) => entry.content_sha256 === digest);
}

async function sendsWithin(text, condition) {
  for (let i = 0; i < 100; i++) {
    const sends = sendsOf(text);
    if (condition(sends)) return sends;
    await sleep(100);
  }
  return sendsOf(text);
}

async function refusal(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new assert.AssertionError({ message: 'an error was expected, and an answer came' });
}

test('models: the list names what can be asked for', async () => {
  const names = [];
  for await (const model of client.models.list()) names.push(model.id);
  assert.ok(names.includes(MODEL), names.join());
});

test('plain: an answer with usage, and the headers that say what was done', async () => {
  const text = unique();
  const { data, response } = await client.chat.completions.create(ask(text)).withResponse();
  assert.match(data.choices[0].message.content, /^answer-[0-9a-f]{8}/);
  assert.equal(data.choices[0].finish_reason, 'stop');
  assert.ok(data.usage.completion_tokens > 0);
  assert.ok(response.headers.get('x-request-id'));
  assert.ok(response.headers.get('x-penstock-operation-id'));
  assert.equal(response.headers.get('x-penstock-attempts'), '1');
  assert.equal(sendsOf(text).length, 1);
});

test('streaming: the deltas make the plain answer, once, and usage comes only when asked for', async () => {
  const text = unique();
  const plain = await client.chat.completions.create(ask(text));
  let streamed = '';
  let finish = null;
  let usages = 0;
  for await (const chunk of await client.chat.completions.create(ask(text, { stream: true }))) {
    streamed += chunk.choices[0]?.delta?.content ?? '';
    finish = chunk.choices[0]?.finish_reason ?? finish;
    if (chunk.choices.length === 0) usages++;
  }
  assert.equal(streamed, plain.choices[0].message.content);
  assert.equal(finish, 'stop');
  assert.equal(usages, 0);
  let usage = null;
  const asked = ask(unique(), { stream: true, stream_options: { include_usage: true } });
  for await (const chunk of await client.chat.completions.create(asked)) usage = chunk.usage ?? usage;
  assert.ok(usage.completion_tokens > 0);
});

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'The weather somewhere',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];

test('tools: whole calls, plain and streamed', async () => {
  const plain = await client.chat.completions.create(ask(unique(), { tools: TOOLS, tool_choice: 'required' }));
  assert.equal(plain.choices[0].finish_reason, 'tool_calls');
  JSON.parse(plain.choices[0].message.tool_calls[0].function.arguments);

  const stream = client.chat.completions.stream(ask(unique(), { tools: TOOLS, tool_choice: 'required' }));
  const whole = await stream.finalChatCompletion();
  assert.equal(whole.choices[0].finish_reason, 'tool_calls');
  assert.equal(whole.choices[0].message.tool_calls[0].function.name, 'weather');
  JSON.parse(whole.choices[0].message.tool_calls[0].function.arguments);
});

test('errors come as the classes that the client has for them', async () => {
  const stranger = new OpenAI({ baseURL: process.env.GATEWAY_URL, apiKey: 'psk_nobody' });
  assert.ok((await refusal(stranger.chat.completions.create(ask(unique())))) instanceof OpenAI.AuthenticationError);
  const bad = await refusal(client.chat.completions.create(ask(unique(), { model: 'sim-400' })));
  assert.ok(bad instanceof OpenAI.BadRequestError);
  const other = await refusal(client.embeddings.create({ model: MODEL, input: 'x' }));
  assert.ok(other instanceof OpenAI.NotFoundError);
  assert.equal(other.code, 'endpoint_not_supported');
});

test('R-REPLAY-2 with its own retries on, an upstream that is always busy gets our attempts and no more', async () => {
  const text = unique();
  const error = await refusal(client.chat.completions.create(ask(text, { model: 'sim-503' })));
  assert.equal(error.status, 503);
  assert.equal(error.code, 'upstream_unavailable');
  assert.ok(sendsOf(text).length >= 1 && sendsOf(text).length <= 4, `${sendsOf(text).length} sends`);
});

test('R-CLASS-4 with its own retries on, an ambiguous request is sent once', async () => {
  const text = unique();
  const error = await refusal(client.chat.completions.create(ask(text, { model: 'sim-reset-after-request' })));
  assert.equal(error.status, 409);
  assert.equal(error.code, 'outcome_unknown');
  assert.equal(sendsOf(text).length, 1);
});

test('R-OP-5 a key gives the stored answer again, in either form, and refuses another payload', async () => {
  const text = unique();
  const keyed = { headers: { 'Idempotency-Key': randomUUID() } };
  const first = await client.chat.completions.create(ask(text), keyed);
  const again = await client.chat.completions.create(ask(text), keyed).withResponse();
  assert.deepEqual(again.data, first);
  assert.equal(again.response.headers.get('x-penstock-replayed'), 'true');
  let streamed = '';
  for await (const chunk of await client.chat.completions.create(ask(text, { stream: true }), keyed)) {
    streamed += chunk.choices[0]?.delta?.content ?? '';
  }
  assert.equal(streamed, first.choices[0].message.content);
  assert.equal(sendsOf(text).length, 1);
  const conflict = await refusal(client.chat.completions.create(ask('another'), keyed));
  assert.ok(conflict instanceof OpenAI.UnprocessableEntityError);
  assert.equal(conflict.code, 'idempotency_key_reused');
});

test('R-STREAM-3 a stream that is cut ends in an error, not in silence', async () => {
  const text = unique();
  let seen = '';
  const error = await refusal(
    (async () => {
      for await (const chunk of await client.chat.completions.create(
        ask(text, { model: 'sim-reset-mid-stream', stream: true }),
      )) {
        seen += chunk.choices[0]?.delta?.content ?? '';
        assert.equal(chunk.choices[0]?.finish_reason ?? null, null);
      }
    })(),
  );
  assert.ok(error instanceof OpenAI.APIError);
  assert.ok(seen.length > 0);
  assert.equal(sendsOf(text).length, 1);
});

test('R-CANCEL-2 an abort in the middle of a stream is noticed upstream within a second', async () => {
  const text = unique();
  const stream = await client.chat.completions.create(ask(text, { model: 'sim-stall-mid-stream', stream: true }));
  for await (const chunk of stream) {
    if (chunk.choices[0]?.delta?.content) break;
  }
  const left = Date.now();
  const sends = await sendsWithin(text, (entries) => entries.length === 1);
  assert.equal(sends.length, 1);
  assert.equal(sends[0].outcome, 'client_left');
  const noticed = sends[0].epoch_ms + (sends[0].finished_at - sends[0].accepted_at) / 1000 - left;
  assert.ok(noticed < 1000, `noticed after ${noticed} ms`);
});

test('R-STREAM-7 a long wait with keep-alives is only a wait', async () => {
  const plain = await client.chat.completions.create(ask(unique(), { model: 'sim-queue' }));
  assert.match(plain.choices[0].message.content, /^answer-/);
  let streamed = '';
  for await (const chunk of await client.chat.completions.create(
    ask(unique(), { model: 'sim-queue', stream: true }),
  )) {
    streamed += chunk.choices[0]?.delta?.content ?? '';
  }
  assert.match(streamed, /^answer-/);
});
