// The bytes of answers that have not left yet, over the process: clients that ask and do not read would fill its memory.
//
// An answer keeps its room until the system has taken its last byte: Node holds the whole body that long. Without room it is refused with
// INTERNAL and Retry-After. While more than half of the room is taken, a reader has to take 32 kB a second over any ten seconds, or its
// connection is cut; and one that takes nothing for two minutes is cut always.
import type {ServerResponse} from "node:http";
import type {Socket} from "node:net";
import {Busy} from "../../work/busy.ts";

/** A smaller body fits into the buffers of the system. */
export const COUNTED_BYTES = 64 << 10;
/** An answer of fewer values is counted only by the length of its body. */
export const COUNTED_VALUES = 1000;
/** Of a value with its share of the names, in a plain body. */
const BYTES_OF_VALUE = 100;

const LOOK_MS = 1000;
const WATCHED_LOOKS = 10;
const LEAST_BYTES = WATCHED_LOOKS * 32 * 1000;
const STALLED_LOOKS = 120;
const RETRY_SECONDS = 5;

/** The reservation of an answer among the bytes that have not left. It does not name its response: V8 keeps what a long-lived list named until a full collection. */
export interface Reservation {
  readonly socket: Socket;
  bytes: number;
}

/** An answer with its reservation, null before it has one. */
interface WithReservation {
  readonly raw: ServerResponse;
  readonly request: {reservation: Reservation | null};
}

export interface UnsentBytes {
  /** Reserves room for an answer with this number of values. Throws Busy. */
  reserve(reply: WithReservation, values: number): void;
  /** Sets the reservation to the length of the body, which is about to be sent, unless its client has gone. Throws Busy where the answer had none and there is no room. */
  count(reply: WithReservation, bytes: number): void;
  /** Looks once at the readers; called each second. */
  cutSlowReaders(): void;
  readonly total: number;
}

/** What Node knows of the bytes of a connection: those that it was given, and those of them that the system has not taken. */
interface SocketHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** @param room bytes */
export function createUnsentBytes(room: number): UnsentBytes {
  const reservations = new Set<Reservation>();
  /** Of each connection with such an answer: the bytes taken by the system at the last looks, the oldest first. */
  const looks = new Map<Socket, number[]>();
  let total = 0;
  let looking: NodeJS.Timeout | null = null;

  function leave(reservation: Reservation): void {
    if (reservations.delete(reservation)) total -= reservation.bytes;
    if (reservations.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
    looks.clear();
  }

  function open({raw: response, request}: WithReservation): Reservation {
    const reservation = {socket: response.req.socket, bytes: 0};
    request.reservation = reservation;
    reservations.add(reservation);
    const end = (): void => leave(reservation);
    response.on("finish", end).on("close", end);
    looking ??= setInterval(look, LOOK_MS).unref();
    return reservation;
  }

  function reserveBytes(reply: WithReservation, bytes: number): void {
    const known = reply.request.reservation;
    if (known !== null && !reservations.has(known)) return;
    if (known === null && total + bytes > room)
      throw new Busy("too many large answers have not been read by their clients", RETRY_SECONDS);
    const reservation = known ?? open(reply);
    total += bytes - reservation.bytes;
    reservation.bytes = bytes;
  }

  function look(): void {
    const isTight = total > room / 2;
    const open = new Set<Socket>();
    for (const reservation of reservations) {
      // The response of a connection that was reset may have closed before it had its reservation, or never close: its request was pipelined.
      if (reservation.socket.destroyed) leave(reservation);
      else open.add(reservation.socket);
    }
    for (const socket of looks.keys()) if (!open.has(socket)) looks.delete(socket);
    for (const socket of open) {
      const taken = takenOf(socket);
      const before = looks.get(socket) ?? [];
      looks.set(socket, before);
      // A connection that waits for its next answer owes nothing.
      if (socket.writableLength === 0) before.length = 0;
      before.push(taken);
      if (before.length > STALLED_LOOKS + 1) before.shift();
      const since = before.at(-1 - WATCHED_LOOKS);
      const isSlow = isTight && since !== undefined && taken - since < LEAST_BYTES;
      if (isSlow || (before.length > STALLED_LOOKS && before[0] === taken)) socket.destroy();
    }
  }

  return {
    reserve: (reply, values) => reserveBytes(reply, values * BYTES_OF_VALUE),
    count: reserveBytes,
    cutSlowReaders: look,
    get total() {
      return total;
    },
  };
}

function takenOf(socket: Socket): number {
  const {_handle: handle} = socket as Socket & {readonly _handle?: SocketHandle | null};
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
