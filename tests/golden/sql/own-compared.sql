WITH _shared1 AS MATERIALIZED (
  SELECT f."pay_date" AS "_day", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  WHERE f."pay_date" >= DATE '2026-01-01' AND f."pay_date" < DATE '2026-01-02'
  GROUP BY 1
),
_shared2_p1 AS MATERIALIZED (
  SELECT f."login_date" AS "_day", f."player_id" AS "_value"
  FROM "login_day" AS f
  WHERE f."login_date" >= DATE '2026-01-01' AND f."login_date" < DATE '2026-01-02'
  GROUP BY 1, 2
),
_2_p1 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."player_id" AS "_2_p1_value"
  FROM "login_day" AS f
  WHERE f."login_date" >= DATE '2026-01-02' AND f."login_date" < DATE '2026-01-03'
  GROUP BY 1, 2
),
_prior1_2_p1 AS MATERIALIZED (
  SELECT f."_value" AS "_prior1_2_p1_value"
  FROM "_shared2_p1" AS f
  WHERE f."_day" >= DATE '2026-01-01' AND f."_day" < DATE '2026-01-02'
  GROUP BY 1
),
_prior2_2_p1 AS (
  SELECT (f."_day" + 1) AS "d1", f."_value" AS "_prior2_2_p1_value"
  FROM "_shared2_p1" AS f
  WHERE f."_day" >= DATE '2026-01-01' AND f."_day" < DATE '2026-01-02'
),
_prior1_1 AS (
  SELECT sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-01-01' AND f."_day" < DATE '2026-01-02'
),
_prior1_2_p1_rows AS (
  SELECT count("_prior1_2_p1_value") AS "p1"
  FROM _prior1_2_p1
),
_prior1_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p1") AS "p1"
  FROM (
    SELECT "p11", NULL AS "p1"
    FROM _prior1_1
    UNION ALL
    SELECT NULL AS "p11", "p1"
    FROM _prior1_2_p1_rows
  ) AS _prior1_all
),
_prior1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_prior1_2_p1_value") FROM _prior1_2_p1) AS "p1"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p1"
  FROM _prior1_rows
),
_prior2_1 AS (
  SELECT (f."_day" + 1) AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-01-01' AND f."_day" < DATE '2026-01-02'
),
_prior2_2_p1_rows AS (
  SELECT "d1", count("_prior2_2_p1_value") AS "p1"
  FROM _prior2_2_p1
  GROUP BY 1
),
_prior2_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p1") AS "p1"
  FROM (
    SELECT "d1", "p11", NULL AS "p1"
    FROM _prior2_1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p1"
    FROM _prior2_2_p1_rows
  ) AS _prior2_all
  GROUP BY 1
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_prior2_2_p1_value") FROM _prior2_2_p1) AS "p1"
  FROM _prior2_rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p1"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", NULL AS "d1", "p-2"
  FROM (
    SELECT r.*, r."p-1" / 10000 AS "p-2"
    FROM (
      SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p-1"
      FROM (
        SELECT "_level", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1"
        FROM _prior1_levels
      ) AS r
    ) AS r
  ) AS r
  WHERE r."_level" IN (0)
  UNION ALL
  SELECT "_level", "d1", "p-2"
  FROM (
    SELECT r.*, r."p-1" / 10000 AS "p-2"
    FROM (
      SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p-1"
      FROM (
        SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1"
        FROM _prior2_levels
      ) AS r
    ) AS r
  ) AS r
  WHERE r."_level" IN (1)
),
_1 AS (
  SELECT f."pay_date" AS "d1", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  WHERE f."pay_date" >= DATE '2026-01-02' AND f."pay_date" < DATE '2026-01-03'
  GROUP BY 1
),
_2_p1_rows AS (
  SELECT "d1", count("_2_p1_value") AS "p1"
  FROM _2_p1
  GROUP BY 1
),
_present AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p1") AS "p1"
  FROM (
    SELECT "d1", "p11", NULL AS "p1"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p1"
    FROM _2_p1_rows
  ) AS _all
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", "p11", "p1"
  FROM _present
  UNION ALL
  SELECT "d1", NULL AS "p11", NULL AS "p1"
  FROM (
    SELECT "d1"
    FROM _prior2_rows AS r
    WHERE r."d1" >= DATE '2026-01-02' AND r."d1" < DATE '2026-01-03'
    EXCEPT
    SELECT "d1"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_2_p1_value") FROM _2_p1) AS "p1"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p1"
  FROM _rows
),
_nothing AS (
  SELECT r."p-2"
  FROM (
    SELECT r.*, r."p-1" / 10000 AS "p-2"
    FROM (
      SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p-1"
      FROM (
        SELECT "p11", "p1"
        FROM _levels
        WHERE FALSE
        UNION ALL
        SELECT 0, 0
      ) AS r
    ) AS r
  ) AS r
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN _nothing."p-2" ELSE _prior."p-2" END AS "p-2_prev", r."p-2" - CASE WHEN _prior."_level" IS NULL THEN _nothing."p-2" ELSE _prior."p-2" END AS "p-2_diff"
  FROM (
    SELECT r.*, r."p-1" / 10000 AS "p-2"
    FROM (
      SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p-1"
      FROM (
        SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1"
        FROM _levels
      ) AS r
    ) AS r
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
  CROSS JOIN _nothing
)
SELECT r."d1", r."p-2", r."p-2_prev", r."p-2_diff"
FROM _compared AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
