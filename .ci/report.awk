# What a step of .ci/run did, of what ninja and ctest wrote.
#   awk -v what=times -v since=SECONDS -f report.awk .ninja_log LOG    what it compiled and ran, how long
#   awk -v what=failures -f report.awk LOG...                          what failed, and what that wrote
# Failures share 70 lines: the first of an output, and the last ones of a test's, where a program says
# how it ends. Of more than 14 only the names are told.

function add(kind, name, seconds) {
  ++number[kind]
  total[kind] += seconds
  for (place = ++kept[kind]; place > 1 && slow[kind, place - 1] < seconds; --place) {
    slow[kind, place] = slow[kind, place - 1]
    slow_name[kind, place] = slow_name[kind, place - 1]
  }
  slow[kind, place] = seconds
  slow_name[kind, place] = name
  if (kept[kind] > 10) kept[kind] = 10
}

function tell(kind, text,    place) {
  if (!number[kind]) return
  printf "%s: %d, %.0f s together; the slowest:\n", text, number[kind], total[kind]
  for (place = 1; place <= kept[kind]; ++place)
    printf "%8.1f s  %s\n", slow[kind, place], slow_name[kind, place]
}

# LOG is build/ci/STEP.log.
function step_name() {
  return substr(FILENAME, match(FILENAME, /[^\/]*$/), RLENGTH - length(".log"))
}

function fail(name) {
  failure[++failures] = name
  size[failures] = 0
  inside = failures
}

function cut(text) { return length(text) > 200 ? substr(text, 1, 200) " ..." : text }

# .ninja_log: begin and end in milliseconds, when the output was written in nanoseconds, its path.
FILENAME ~ /ninja_log$/ {
  # An output of a custom command is there by its whole path once more.
  if ($1 ~ /^[0-9]+$/ && $3 / 1e9 >= since && $4 !~ /^\//) {
    output = $4
    sub(/CMakeFiles\//, "", output)
    if (output ~ /\.(o|gch|pch)$/) {
      add("unit", output, ($2 - $1) / 1000)
      folder = output
      if (!match(folder, /^tests\/simt_test_[a-z0-9]+/)) match(folder, /^[a-z]+/)
      folder = substr(folder, 1, RLENGTH)
      folder_time[folder] += ($2 - $1) / 1000
    } else if (output !~ /verify_globs|\.cmake$/ && !((output, $2) in other)) {
      other[output, $2] = 1
      add("other", output, ($2 - $1) / 1000)
    }
  }
  next
}

# A step that failed without a test or a command that failed ends with why.
function end_of_step(    row) {
  if (what == "failures" && FNR_before && failures == failures_before) {
    fail(step_before " (see its last lines)")
    for (row = FNR_before > 8 ? FNR_before - 7 : 1; row <= FNR_before; ++row)
      text[inside, ++size[inside]] = last[row % 8]
  }
}

FNR == 1 {
  end_of_step()
  built = 1
  failures_before = failures
  inside = 0
}
{
  FNR_before = FNR
  last[FNR % 8] = cut($0)
  step_before = step_name()
}
/^FAILED: / {
  fail(step_name() ": build of " cut(substr($0, 9)))
  command = 1
  built = 0
  next
}
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  inside = 0
  name = how = $0
  sub(/^[^:]*: /, "", name)
  seconds = match($0, /[0-9.]+ sec *$/) ? substr($0, RSTART) + 0 : 0
  if (index(name, "***")) {
    how = substr(name, index(name, "***") + 3)
    name = substr(name, 1, index(name, "***") - 1)
    sub(/[ .]+$/, "", name)
    gsub(/ +/, " ", how)
    # What could not be built does not run.
    if (how !~ /^Skipped/ && (built || how !~ /^Not Run/)) fail(step_name() ": " name " (" cut(how) ")")
  } else {
    sub(/[ .]+Passed +[0-9.]+ sec *$/, "", name)
  }
  add("test", name, seconds)
  next
}
/^\[[0-9]+\/[0-9]+\] |^ninja: |^ *Start +[0-9]+: |^[0-9]+% tests passed/ { inside = 0 }
inside {
  if (command) {  # the line after FAILED is the compiler's command
    command = 0
    next
  }
  # What doctest says of itself, and what the compiler includes, tells nothing.
  if ($0 ~ /^\[doctest\] (doctest version|run with)|^ *$|^=+$|^In file included from|^                 from /) next
  text[inside, ++size[inside]] = cut($0)
}

END {
  end_of_step()
  if (what == "times") {
    tell("unit", "compiled units")
    count = 0
    for (folder in folder_time) {
      for (place = ++count; place > 1 && folder_time[order[place - 1]] < folder_time[folder]; --place)
        order[place] = order[place - 1]
      order[place] = folder
    }
    if (count) printf "by folder:"
    for (place = 1; place <= count; ++place)
      printf("%s %s %.0f s", (place > 1 ? "," : ""), order[place], folder_time[order[place]])
    if (count) printf "\n"
    tell("other", "linked, translated and listed")
    tell("test", "tests run")
  } else {
    shown = failures < 14 ? failures : 14
    for (place = 1; place <= shown; ++place) {
      print "---- " failure[place]
      lines = int(70 / shown)
      tail = failure[place] ~ /^[^:]*: build of / ? 0 : int(lines / 3)
      if (size[place] <= lines) {
        lines = size[place]
        tail = 0
      }
      for (row = 1; row <= lines - tail; ++row) print text[place, row]
      if (lines < size[place]) print "     [" size[place] - lines " lines left out]"
      for (row = size[place] - tail + 1; row <= size[place]; ++row) print text[place, row]
    }
    line = "---- also:"
    for (; place <= failures && length(line) < 3000; ++place) line = line " [" failure[place] "]"
    if (place <= failures) line = line " and " failures - place + 1 " more"
    if (failures > shown) print line
  }
}
