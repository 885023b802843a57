/** The promise of a call: of its document, and on request of the response with its status and headers. */

import type { PlatformResponse } from "../../../base/platform.ts";

/** A response that has been received completely, or whose body is a stream of lines. */
export interface ClientExchange {
  readonly response: PlatformResponse;
  /** Id of the exchange, for the operator of the service. */
  readonly requestId: string | null;
}

export class ApiPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = "ApiPromise";
  readonly #exchange: Promise<ClientExchange>;
  readonly #read: (response: PlatformResponse) => Promise<Data>;
  #data: Promise<Data> | undefined;

  constructor(exchange: Promise<ClientExchange>, read: (response: PlatformResponse) => Promise<Data>) {
    this.#exchange = exchange;
    this.#read = read;
  }

  /** The response, with its body unread. */
  async asResponse(): Promise<PlatformResponse> {
    return (await this.#exchange).response;
  }

  /** The document beside the response that it came in. */
  async withResponse(): Promise<ClientExchange & { readonly data: Data }> {
    const [exchange, data] = await Promise.all([this.#exchange, this.#document()]);
    return { ...exchange, data };
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<Result = Data, Failure = never>(
    onfulfilled?: ((value: Data) => Result | PromiseLike<Result>) | null,
    onrejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#document().then(onfulfilled, onrejected);
  }

  catch<Failure = never>(
    onrejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Data | Failure> {
    return this.#document().catch(onrejected);
  }

  finally(onfinally?: (() => void) | null): Promise<Data> {
    return this.#document().finally(onfinally);
  }

  #document(): Promise<Data> {
    this.#data ??= this.#exchange.then(({ response }) => this.#read(response));
    return this.#data;
  }
}
