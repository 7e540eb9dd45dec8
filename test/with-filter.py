# Runs a command under a filter of system calls, as systemd puts it around a service: with-filter.py ERRNO CALLS COMMAND…
# ERRNO "kill" kills at any call that is not among CALLS (separated by commas); a number is the error that such a call returns.
import os
import sys

import seccomp

refusal, calls, command = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
action = seccomp.KILL_PROCESS if refusal == "kill" else seccomp.ERRNO(int(refusal))
filter = seccomp.SyscallFilter(action)
for call in calls:
    try:
        filter.add_rule(seccomp.ALLOW, call)
    except (RuntimeError, ValueError, OSError):
        pass  # a call that this machine does not have
filter.load()
os.execv(command[0], command)
