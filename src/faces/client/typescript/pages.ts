/** Lists in pages: the promise of a page goes through all items of all pages where it is iterated. */
import type { PlatformResponse } from "../../../base/platform.ts";
import { ApiPromise, type ClientExchange } from "./promise.ts";

/** A page as the service answers it. */
export interface PageDocument<Item> {
  items: Item[];
  /** Names the next page; empty on the last one. */
  next_page_token: string;
}

type AskForPage = (pageToken: string | undefined) => Promise<ClientExchange>;
type Read<Document> = (response: PlatformResponse) => Promise<Document>;

export class PagePromise<Item, Document extends PageDocument<Item>> extends ApiPromise<ListPage<Item, Document>> {
  constructor(fetch: AskForPage, read: Read<Document>, pageToken?: string) {
    super(fetch(pageToken), async (response) => new ListPage(await read(response), fetch, read));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this;
  }
}

export class ListPage<Item, Document extends PageDocument<Item>> {
  readonly document: Document;
  readonly #fetch: AskForPage;
  readonly #read: Read<Document>;

  constructor(document: Document, fetch: AskForPage, read: Read<Document>) {
    this.document = document;
    this.#fetch = fetch;
    this.#read = read;
  }

  get items(): readonly Item[] {
    return this.document.items;
  }

  get hasNextPage(): boolean {
    return this.document.next_page_token !== "";
  }

  /** The next page; `null` after the last. */
  async nextPage(): Promise<ListPage<Item, Document> | null> {
    if (!this.hasNextPage) return null;
    return new PagePromise<Item, Document>(this.#fetch, this.#read, this.document.next_page_token);
  }

  /** The items of this page and of all that follow. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: ListPage<Item, Document> | null = this; page !== null; page = await page.nextPage())
      yield* page.items;
  }
}
