SOURCES: int

def prepare(
    size: tuple[int, ...],
    destination_strides: tuple[int, ...],
    source_strides: tuple[int, ...],
    itemsize: int,
    streaming: bool,
    /,
) -> tuple[object, int, int]: ...
def explain(copy: object, /) -> tuple[str, tuple[int, ...], tuple[int, ...], bool, bool]: ...
def run(copy: object, destination_address: int, source_address: int, first: int, last: int, /) -> None: ...
def convert(
    conversion: int,
    destination_address: int,
    source_address: int,
    rows: int,
    count: int,
    destination_step: int,
    source_step: int,
    /,
) -> None: ...
def combine(
    arithmetic: int,
    widening: int,
    destination_address: int,
    left_address: int,
    right_address: int,
    constant: float,
    rows: int,
    count: int,
    destination_step: int,
    left_step: int,
    right_step: int,
    /,
) -> None: ...
def look_up(
    destination_address: int,
    source_address: int,
    table_address: int,
    rows: int,
    count: int,
    destination_step: int,
    source_step: int,
    /,
) -> None: ...
def fold(
    fold: int, folded: int, destination_address: int, source_address: int, rows: int, count: int, source_step: int, /
) -> None: ...
def features() -> tuple[str, ...]: ...
def portable(only: bool, /) -> None: ...
