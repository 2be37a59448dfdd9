# Fails for each doc comment of `file` that does not say what is done; `name` is what to call the file.
function(check_doc_comments file name)
  file(STRINGS "${file}" riddles REGEX "^[ \t]*/// (What|Whether) ")
  foreach(riddle IN LISTS riddles)
    string(STRIP "${riddle}" riddle)
    message(SEND_ERROR "${name}: ${riddle}: begin with a verb, or with True if")
  endforeach()
endfunction()
